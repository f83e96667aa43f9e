import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Note } from '#shared/contract/notes.ts'
import type { NoteSignatures } from '#shared/contract/signatures.ts'
import { isComplete, isLocked } from '#shared/rules/note-status.ts'
import { query } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'

/**
 * Loads the signatures and addenda of a note that has text, and the signing actions that its user may take.
 * @param canEdit whether the user can sign the note while it has a complete text that is not locked
 */
export function useSignatures(note: Pick<Note, 'sessionId' | 'version' | 'status' | 'state'>, canEdit: boolean) {
  const { sessionId, version, status } = note
  const cache = useQueryClient()
  const input = { sessionId }
  const signatures = useQuery({ ...query.signatures.get.queryOptions({ input }), enabled: version > 0 })
  const shown = signatures.data?.toSign?.version
  const shownStatus = signatures.data?.status
  const isToBeSigned = canEdit && isComplete(note) && !isLocked({ status })
  // If the note has changed since its signatures were loaded, they are loaded again.
  useEffect(() => {
    if (shownStatus === undefined) return
    const isCurrent = shownStatus === status && (shown === undefined ? !isToBeSigned : shown === version)
    if (!isCurrent) void cache.invalidateQueries({ queryKey: query.signatures.get.key({ input: { sessionId } }) })
  }, [cache, sessionId, shown, version, shownStatus, status, isToBeSigned])
  return {
    signatures,
    /** Shows the signatures after a change, and refetches the note, lists and counts that depend on them. */
    show: async (changed: NoteSignatures) => {
      showResult(cache, query.signatures.get.queryKey({ input }), changed)
      await Promise.all([
        cache.invalidateQueries({ queryKey: query.notes.key() }),
        cache.invalidateQueries({ queryKey: query.sessions.key() }),
        cache.invalidateQueries({ queryKey: query.copies.last.key({ input }) }),
      ])
    },
  }
}

export type SignaturesState = ReturnType<typeof useSignatures>
