import { createContext, type ReactNode, useContext } from 'react'
import type { SafetyPassage } from '#shared/contract/notes.ts'
import type { NamedSpeaker } from './named-speakers.ts'

/** The source of a quote, as shown on the page. */
export type Source = {
  speaker: string
  isTherapist: boolean
  /** The text of the whole turn. */
  text: string
  /** Time as `m:ss` from the start of the recording; null if the transcript has no times. */
  time: string | null
  /** A button that plays this passage; null without stored audio. */
  play: ReactNode
}

/** State and actions of the page for components that show evidence. */
export type EvidenceTools = {
  /**
   * Returns the turn with this id, or after edits the turn with the quote. Null until the transcript is loaded.
   */
  sourceOf: (utteranceId: string, quote?: string) => Source | null
  showInTranscript: (utteranceId: string, quote?: string) => void
  /** The speakers of the transcript whose role is known. */
  speakers: readonly NamedSpeaker[]
  /** Returns the ids of these turns and of two turns before and after each. */
  around: (ids: readonly string[]) => string[]
  /** Returns a named button that plays from the first to the last of these turns; null without stored audio. */
  playSpan: (ids: readonly string[]) => ReactNode
  /** The sentence under review. It is marked in the note and scrolled into view. */
  current: { section: string; text: string } | null
  safety: readonly SafetyPassage[]
  /** False if the session was not searched for safety passages, because its language is not supported. */
  isSafetyRead: boolean
  /** True if the transcript behind the note was deleted. */
  isSourceDeleted: boolean
  /** State of the transcript, which contains speakers and times. */
  state: 'loading' | 'failed' | 'ready'
  onRetry: () => void
}

const EvidenceContext = createContext<EvidenceTools>({
  sourceOf: () => null,
  showInTranscript: () => {},
  speakers: [],
  around: (ids) => [...ids],
  playSpan: () => null,
  current: null,
  safety: [],
  isSafetyRead: true,
  isSourceDeleted: false,
  state: 'ready',
  onRetry: () => {},
})

export const EvidenceProvider = EvidenceContext.Provider

export function useEvidenceTools(): EvidenceTools {
  return useContext(EvidenceContext)
}
