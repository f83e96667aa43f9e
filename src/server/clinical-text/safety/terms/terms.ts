/** Phrases of one topic, matched on lower-case text with straight apostrophes and without idioms. */
export interface Terms {
  /** State the topic. */
  plain: readonly RegExp[]
  /** May refer to the topic; the passage is unclear, never stated. */
  vague: readonly RegExp[]
  /**
   * Say that all is well: `go a day without drinking`. If negated or answered with no, they state the risk; otherwise
   * nothing.
   */
  reassuring?: readonly RegExp[]
  /** Mean nothing alone, but make a denial unclear if the session raises the topic. */
  hints: readonly RegExp[]
  /** Ordinary words that count as hints only soon after the question. */
  nearHints?: readonly RegExp[]
}
