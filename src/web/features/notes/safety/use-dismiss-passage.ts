import { useState } from 'react'
import type { DismissReason, Note, SafetyPassage } from '#shared/contract/notes.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { showFailure } from '#web/ui/feedback/toast.ts'

export type DismissPassage = {
  isBusy: boolean
  /** The reason; null undoes the dismissal. */
  because: (passage: SafetyPassage, reason: DismissReason | null) => Promise<void>
}

/** Dismisses a safety passage with a reason. The passage stays on the card, and the note does not change. */
export function useDismissPassage(sessionId: string, onSaved: (note: Note) => void): DismissPassage {
  const [isBusy, setBusy] = useState(false)
  const because = async ({ topic, utteranceId, quote }: SafetyPassage, reason: DismissReason | null) => {
    setBusy(true)
    try {
      onSaved(await api.notes.dismissPassage({ sessionId, topic, utteranceId, quote, reason }))
    } catch (error) {
      showFailure(readError(error, 'Failed to save notes').sentence)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, because }
}
