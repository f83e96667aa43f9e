/** Seconds of rounding between two consecutive packets of a recording. */
export const seamSeconds = 0.1

/** A longer gap between two packets of one recording, in seconds, is removed. */
export const maxPauseSeconds = 1
