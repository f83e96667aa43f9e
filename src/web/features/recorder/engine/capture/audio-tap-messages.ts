/** Rate of the pieces for the live text, in samples a second. */
export const liveChunkRate = 16_000

/** What the page tells the worklet: whether what it hears is being recorded. */
export type AudioTapCommand = 'listen' | 'rest'

/** `level`: root mean square of the last tenth of a second. `piece`: five seconds, 16-bit, at `pieceRate`. */
export type AudioTapMessage = { type: 'level'; rms: number } | { type: 'piece'; samples: Int16Array }
