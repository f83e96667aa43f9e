import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SpokenWords, Utterance } from '#shared/contract/transcripts.ts'
import { api, query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { showFailure } from '#web/ui/feedback/toast.ts'
import type { TranscriptEdits } from './use-transcript-edits.ts'

type Correction = { utteranceId: string; before: SpokenWords; after: SpokenWords }

/** `isBehind`: the turn was corrected elsewhere after it was opened here. */
type Draft = Correction & { isBehind: boolean }

type Options = { sessionId: string; edits: TranscriptEdits }

const wordsOf = ({ text, speaker }: SpokenWords): SpokenWords => ({ text, speaker })
const isSame = (one: SpokenWords, other: SpokenWords) =>
  one.text.trim() === other.text.trim() && one.speaker === other.speaker

/** Edits one turn at a time. Typed text remains when the panel closes or a save fails. */
export function useTurnCorrection({ sessionId, edits }: Options) {
  const cache = useQueryClient()
  const [draft, setDraft] = useState<Draft | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const isDirty = draft !== null && !isSame(draft.before, draft.after)

  const discard = () => {
    setDraft(null)
    setFailure(null)
  }
  const send = async ({ utteranceId, before, after }: Correction, undoName = 'correction') => {
    edits.accept(await api.notes.correctTurn({ sessionId, utteranceId, before, after }), undoName)
  }
  /** Loads the current text of the turn as the base of the next save. Shows the transcript without the turn if it is gone. */
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
    } catch (error) {
      const failed = readError(error, 'The change was not saved. Your text is still here.')
      if (failed.code === 'turn_changed' || failed.code === 'turn_missing')
        await rebaseDraft(draft.utteranceId).catch(() => undefined)
      setFailure(failed.sentence)
    } finally {
      setSaving(false)
    }
  }
  /** Restores the original words. The speaker stays, because it may have been changed since. */
  const restore = async ({ id, original, ...turn }: Utterance) => {
    if (!original) return
    try {
      await send(
        { utteranceId: id, before: wordsOf(turn), after: { text: original.text, speaker: turn.speaker } },
        'restore',
      )
    } catch (error) {
      showFailure(readError(error, 'The turn could not be changed. Try again.').sentence)
    }
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
