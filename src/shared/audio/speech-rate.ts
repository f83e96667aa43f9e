/** Samples per second of all audio for speech engines. */
export const speechRate = 16_000
