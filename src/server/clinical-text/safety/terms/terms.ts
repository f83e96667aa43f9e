/** Phrases for one topic, tried on lower-case text with straight apostrophes and without idioms. */
export interface Terms {
  /** Say it. */
  plain: readonly RegExp[]
  /** May mean it; a passage with one is unclear, never stated. */
  vague: readonly RegExp[]
  /** Mean nothing alone, but leave a no open where the session raises the topic. */
  hints: readonly RegExp[]
}
