/** A text that a specification quotes, to the letter, and what has become of it. */
export type SpecifiedText = { text: string; section: number } & (Met | Unmet)

/** A person can meet it: `source` says it, and `test` provokes its cause and sees it. */
export interface Met {
  source: string
  test: string
  /** How the code writes it, and what the test sees, where a part of the text is filled in. */
  written?: string
  seen?: string
}

/** Nobody can meet it, for this reason. It then stands nowhere in the product. */
export interface Unmet {
  nobody: string
}
