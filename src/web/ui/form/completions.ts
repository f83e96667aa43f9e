import { createContext } from 'react'

/** A text that can be inserted at the cursor. */
export interface Completion {
  id: string
  /** The name that the user types, e.g. `;mse-wnl`. */
  name: string
  /** Shown beside the name. */
  preview: string
  /**
   * Returns the text to insert, the position of the cursor in it, and the number of characters to select from there.
   */
  expand: () => { text: string; cursor: number; selected: number }
}

/** Completions for the characters from `start` to the cursor. */
export interface CompletionMatch {
  start: number
  items: readonly Completion[]
}

/** Returns the completions at the cursor of a field; null if the user is not typing a name. */
export type FindCompletions = (text: string, cursor: number) => CompletionMatch | null

/** The completions for the text fields below this context. */
export interface Completions {
  /** Loads the completions. Called when a field gets the focus. */
  prepare: () => void
  find: FindCompletions
}

export const CompletionContext = createContext<Completions>({ prepare: () => undefined, find: () => null })
