import { createContext, type ReactNode, useContext } from 'react'
import type { SafetyPassage } from '#shared/contract/notes.ts'

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
  /** Returns null until the transcript is loaded. */
  sourceOf: (utteranceId: string) => Source | null
  showInTranscript: (utteranceId: string) => void
  safety: readonly SafetyPassage[]
  /** False if the session's language is not supported. */
  isSafetyRead: boolean
  /** State of the transcript, the source of speakers and times. */
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
