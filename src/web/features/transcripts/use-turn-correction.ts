import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Note } from '#shared/contract/notes.ts'
import type { SpokenWords, Utterance } from '#shared/contract/transcripts.ts'
import { api, query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'
import { showUndo } from '#web/ui/feedback/undo-toast.tsx'

type Correction = { utteranceId: string; before: SpokenWords; after: SpokenWords }

/** `isBehind`: the turn was corrected elsewhere since it was opened. */
type Draft = Correction & { isBehind: boolean }

type Options = { sessionId: string; onNote: (note: Note) => void }

const wordsOf = ({ text, speaker }: SpokenWords): SpokenWords => ({ text, speaker })
const isSame = (one: SpokenWords, other: SpokenWords) =>
  one.text.trim() === other.text.trim() && one.speaker === other.speaker

/** Edits one turn at a time. Input survives closing the panel and failed saves. */
export function useTurnCorrection({ sessionId, onNote }: Options) {
  const cache = useQueryClient()
  const [draft, setDraft] = useState<Draft | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const isDirty = draft !== null && !isSame(draft.before, draft.after)

  const discard = () => {
    setDraft(null)
    setFailure(null)
  }
  const send = async ({ utteranceId, before, after }: Correction) => {
    const { note, transcript } = await api.notes.correctTurn({ sessionId, utteranceId, before, after })
    cache.setQueryData(query.transcripts.get.queryKey({ input: { sessionId } }), transcript)
    void cache.invalidateQueries({ queryKey: query.insights.key() })
    onNote(note)
  }
  /** Loads the turn's current text as the base of the next save. */
  const rebaseDraft = async (id: string) => {
    const newer = await cache.fetchQuery({
      ...query.transcripts.get.queryOptions({ input: { sessionId } }),
      staleTime: 0,
    })
    const turn = newer.utterances.find((one) => one.id === id)
    if (turn) setDraft((old) => old && { ...old, before: wordsOf(turn), isBehind: true })
  }
  const save = async () => {
    if (!draft) return
    if (!isDirty) return discard()
    setSaving(true)
    setFailure(null)
    try {
      await send(draft)
      setDraft(null)
      showSuccess('The turn was corrected.', 2000)
    } catch (error) {
      const failed = readError(error, 'The change was not saved. Your text is still here.')
      if (failed.code === 'turn_changed') await rebaseDraft(draft.utteranceId).catch(() => undefined)
      setFailure(failed.sentence)
    } finally {
      setSaving(false)
    }
  }
  const change = async (correction: Correction) => {
    try {
      await send(correction)
      return true
    } catch (error) {
      showFailure(readError(error, 'The turn could not be changed. Try again.').sentence)
      return false
    }
  }
  const restore = async ({ id, original, ...turn }: Utterance) => {
    if (!original) return
    const restored = { utteranceId: id, before: wordsOf(turn), after: original }
    if (!(await change(restored))) return
    void showUndo('The original was restored.', () => {
      void change({ utteranceId: id, before: original, after: wordsOf(turn) })
    })
  }

  return {
    draft,
    isDirty,
    isSaving,
    failure,
    open: (turn: Utterance) => {
      if (isDirty) return showFailure('Save or cancel your other correction first.')
      setFailure(null)
      setDraft({ utteranceId: turn.id, before: wordsOf(turn), after: wordsOf(turn), isBehind: false })
    },
    type: (after: SpokenWords) => setDraft((old) => old && { ...old, after }),
    save,
    discard,
    restore,
  }
}

export type TurnCorrection = ReturnType<typeof useTurnCorrection>
