import { useQueryClient } from '@tanstack/react-query'
import type { CorrectedSession } from '#shared/contract/corrections.ts'
import { api, query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'
import { showUndo } from '#web/ui/feedback/undo-toast.tsx'

/** Corrects a session, and shows a toast with undo. */
export function useCorrection(sessionId: string) {
  const cache = useQueryClient()
  const refresh = async () => {
    const nouns = [query.notes, query.signatures, query.sessions, query.clients, query.progress]
    await Promise.all(nouns.map((noun) => cache.invalidateQueries({ queryKey: noun.key() })))
  }
  const send = async (before: CorrectedSession, to: CorrectedSession) => {
    try {
      await api.corrections.correct({ sessionId, before, ...to })
    } catch (error) {
      if (readError(error).code === 'session_changed') void refresh()
      throw error
    }
    await refresh()
  }
  const undo = async (before: CorrectedSession, to: CorrectedSession) => {
    try {
      await send(before, to)
      showSuccess('The session is as it was before.')
    } catch (error) {
      showFailure(readError(error, 'The session could not be changed. Try again.').sentence)
    }
  }
  return async (from: CorrectedSession, to: CorrectedSession) => {
    await send(from, to)
    const message = from.clientId === to.clientId ? 'The session was corrected.' : 'The session was moved.'
    void showUndo(message, () => void undo(to, from))
  }
}
