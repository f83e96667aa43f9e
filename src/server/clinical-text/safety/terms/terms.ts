/** Phrases of one topic, matched on lower-case text with straight apostrophes and without idioms. */
export interface Terms {
  /** Patterns of phrases that state the topic. */
  plain: readonly RegExp[]
  /** Patterns of phrases that may refer to the topic. Their passages are `unclear`, never `stated`. */
  vague: readonly RegExp[]
  /**
   * Patterns of phrases that say that all is well: `go a day without drinking`. Negated or answered with no, a phrase
   * states the risk. Otherwise it is ignored.
   */
  reassuring?: readonly RegExp[]
  /** Patterns of phrases that only make a denial unclear, if the session raises the topic. */
  hints: readonly RegExp[]
  /** Patterns of ordinary words that count as hints only soon after the question. */
  nearHints?: readonly RegExp[]
}
