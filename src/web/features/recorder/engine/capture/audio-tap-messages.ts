/** Command to the worklet: whether the audio is being recorded. */
export type AudioTapCommand = 'listen' | 'rest'

/** `level`: RMS of the last 0.1 s. `live chunk`: a live chunk of 5 s, 16-bit, at `speechRate`. */
export type AudioTapMessage = { type: 'level'; rms: number } | { type: 'live chunk'; samples: Int16Array }
