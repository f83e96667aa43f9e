/** Phrases for one topic, tried on lower-case text with straight apostrophes and without idioms. */
export interface Terms {
  /** Say it. */
  plain: readonly RegExp[]
  /** May mean it; a passage with one is unclear, never stated. */
  vague: readonly RegExp[]
  /** Say that all is well: `go a day without drinking`. Negated, or answered with no, they state the risk; else they say nothing. */
  reassuring?: readonly RegExp[]
  /** Mean nothing alone, but leave a no open where the session raises the topic. */
  hints: readonly RegExp[]
  /** As hints, soon after the question only: ordinary words. */
  nearHints?: readonly RegExp[]
}
