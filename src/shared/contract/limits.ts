// Apart from the shapes, so that a page that only says a limit does not load them.

/** Largest transcript file, in MB: twice what is said in a session of eight hours. */
export const transcriptMaxMb = 2

/** Bytes of a request with the largest transcript file, in base64, and with one that is somewhat larger, so that its limit is named. */
export const transcriptBodyBytes = transcriptMaxMb * 2 * 1024 * 1024

/** Characters of a feature suggestion. */
export const longestSuggestion = 2000
