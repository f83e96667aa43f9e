/** Rate of the pieces for the live text, in samples a second. */
export const pieceRate = 16_000

/** What the page tells the worklet: whether what it hears is being recorded. */
export type ListenerCommand = 'listen' | 'rest'

/** `level`: root mean square of the last tenth of a second. `piece`: five seconds, 16-bit, at `pieceRate`. */
export type ListenerMessage = { type: 'level'; rms: number } | { type: 'piece'; samples: Int16Array }
