import { createContext, type ReactNode, useContext } from 'react'
import type { SafetyPassage } from '#shared/contract/notes.ts'
import type { NamedSpeaker } from './named-speakers.ts'

/** The source of a quote, as shown on the page. */
export type Source = {
  speaker: string
  isTherapist: boolean
  /** The whole turn. */
  text: string
  /** `m:ss` from the start, or null when the transcript has no times. */
  time: string | null
  /** A play button for this span; null without stored audio. */
  play: ReactNode
}

/** The page's state and actions for components that show evidence. */
export type EvidenceTools = {
  /** The turn with these words; without a quote, the turn. Returns null until the transcript is loaded. */
  sourceOf: (utteranceId: string, quote?: string) => Source | null
  showInTranscript: (utteranceId: string, quote?: string) => void
  /** The speakers of the transcript whose role is known. */
  speakers: readonly NamedSpeaker[]
  /** The turns with these ids and two turns before and after each. */
  around: (ids: readonly string[]) => string[]
  /** A named button that plays from the first to the last of these turns; null without stored audio. */
  playSpan: (ids: readonly string[]) => ReactNode
  /** The sentence under review; it is marked in the note and scrolled into view. */
  current: { section: string; text: string } | null
  safety: readonly SafetyPassage[]
  /** False if the session's language is not supported. */
  isSafetyRead: boolean
  /** True if the transcript behind the note was deleted. */
  isSourceDeleted: boolean
  /** State of the transcript, the source of speakers and times. */
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
