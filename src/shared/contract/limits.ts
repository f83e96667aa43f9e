// A separate file, so that pages that only show a limit do not load the shapes.

/** Maximum size of a transcript file, in MB: twice the text of a session of eight hours. */
export const transcriptMaxMb = 2

/**
 * Bytes of a request with the largest transcript file in base64, with a margin so that a larger file gets the right
 * error.
 */
export const transcriptBodyBytes = transcriptMaxMb * 2 * 1024 * 1024

/** Maximum number of characters of an email address. No mail can be sent to a longer one (RFC 5321, errata 1690). */
export const maxEmailLength = 254

/** Maximum number of characters of a feature suggestion. */
export const maxSuggestionLength = 2000

/** Maximum number of characters of a psychotherapy note. */
export const maxPsychotherapyNoteLength = 20_000

/** Maximum number of characters of a snippet. */
export const maxSnippetLength = 4000

/** Maximum numbers of words, and of characters in a word and in all words. Engines ignore the rest of a longer prompt. */
export const vocabularyLimits = { words: 100, word: 40, all: 600 } as const

/** Maximum number of characters of an amendment request, and of the reason or basis of its answer. */
export const maxAmendmentTextLength = 10_000

/** Maximum number of characters of a text about a release of a record or a legal hold. */
export const maxReleaseTextLength = 500

/** Example notes of a template, and characters of one. All of them fit the context of a small language model. */
export const exampleLimits = { count: 5, characters: 6000 } as const

/** Maximum number of characters of a speaker's label in a new import. */
export const maxSpeakerLabelLength = 200
