/** Command to the worklet: start or stop live chunks. */
export type AudioTapCommand = 'listen' | 'rest'

/** `level`: RMS of the last 0.1 s. `live chunk`: 5 s of 16-bit samples at `speechRate`. */
export type AudioTapMessage = { type: 'level'; rms: number } | { type: 'live chunk'; samples: Int16Array }

/** The two voices of a video visit: the therapist in the microphone, the client in the shared tab. */
export type Voice = 'therapist' | 'client'

/** A message of the audio tap. In a video visit, live chunks name their voice. */
export type CaptureMessage = AudioTapMessage & { voice?: Voice }
