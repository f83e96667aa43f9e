import { createContext, type ReactNode, useContext } from 'react'
import type { SafetyPassage } from '#shared/contract/notes.ts'

/** Where a quote comes from, as the page shows it. */
export type Source = {
  speaker: string
  isTherapist: boolean
  /** The whole turn. */
  text: string
  /** `m:ss` from the start, or null when the transcript has no times. */
  time: string | null
  /** A button that plays these seconds, or nothing when no audio is kept. */
  play: ReactNode
}

/** What the page lends to everything that shows evidence. */
export type EvidenceTools = {
  /** Null while the transcript is not there. */
  sourceOf: (utteranceId: string) => Source | null
  showInTranscript: (utteranceId: string) => void
  safety: readonly SafetyPassage[]
  /** False when the session is in a language that is not read. */
  isSafetyRead: boolean
  /** Of the transcript, which speakers and times come from. */
  state: 'loading' | 'failed' | 'ready'
  onRetry: () => void
}

const EvidenceContext = createContext<EvidenceTools>({
  sourceOf: () => null,
  showInTranscript: () => {},
  safety: [],
  isSafetyRead: true,
  state: 'ready',
  onRetry: () => {},
})

export const EvidenceProvider = EvidenceContext.Provider

export function useEvidenceTools(): EvidenceTools {
  return useContext(EvidenceContext)
}
