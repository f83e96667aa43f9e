// Apart from the shapes, so that a page that only says a limit does not load them.

/** Largest transcript file, in MB: twice what is said in a session of eight hours. */
export const transcriptMaxMb = 2

/** Characters of a feature suggestion. */
export const longestSuggestion = 2000
