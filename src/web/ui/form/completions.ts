import { createContext } from 'react'

/** A text that can be inserted at the cursor. */
export interface Completion {
  id: string
  /** As typed, e.g. `;mse-wnl`. */
  name: string
  /** Shown beside the name. */
  preview: string
  /** The text to insert, the offset of the cursor in it, and the number of characters to select from there. */
  expand: () => { text: string; cursor: number; selected: number }
}

/** The completions of the characters from `start` to the cursor. */
export interface CompletionMatch {
  start: number
  items: readonly Completion[]
}

/** Finds the completions at the cursor of a field; null if the user is not typing one. */
export type FindCompletions = (text: string, cursor: number) => CompletionMatch | null

/** The completions of all text fields below. */
export interface Completions {
  /** Loads them; called when a field has the focus. */
  prepare: () => void
  find: FindCompletions
}

export const CompletionContext = createContext<Completions>({ prepare: () => undefined, find: () => null })
