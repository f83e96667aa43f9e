/** Command to the worklet: whether the audio is being recorded. */
export type AudioTapCommand = 'listen' | 'rest'

/** `level`: RMS of the last 0.1 s. `live chunk`: a live chunk of 5 s, 16-bit, at `speechRate`. */
export type AudioTapMessage = { type: 'level'; rms: number } | { type: 'live chunk'; samples: Int16Array }

/** The two channels of a video visit: the therapist's microphone, and the tab with the client. */
export type Voice = 'therapist' | 'client'

/** A message of the microphone. Live chunks of a video visit name their voice. */
export type CaptureMessage = AudioTapMessage & { voice?: Voice }
