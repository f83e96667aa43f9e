/** Sample rate of live chunks, in Hz. */
export const liveChunkRate = 16_000

/** Command to the worklet: whether the audio is being recorded. */
export type AudioTapCommand = 'listen' | 'rest'

/** `level`: RMS of the last 0.1 s. `piece`: a live chunk of 5 s, 16-bit, at `liveChunkRate`. */
export type AudioTapMessage = { type: 'level'; rms: number } | { type: 'piece'; samples: Int16Array }
