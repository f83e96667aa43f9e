import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Note } from '#shared/contract/notes.ts'
import type { TranscriptEdit } from '#shared/contract/transcript-edits.ts'
import type { SessionTranscript } from '#shared/contract/transcripts.ts'
import { api, query } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'
import { readError } from '#web/api/errors.ts'

/** Maximum number of changes that can be undone. */
const maxUndoable = 50

const notSaved = 'The change was not saved. Your text is still here.'

const undoNames: Record<TranscriptEdit['kind'], string> = {
  rename: 'rename',
  role: 'role',
  swap: 'swap',
  'merge speakers': 'merge',
  separate: 'separation',
  speaker: 'speaker change',
  split: 'split',
  'merge turns': 'merge',
}

type Done = { revision: number; name: string }
type Failure = { sentence: string; retry: (() => void) | null }
type Answer = { note: Note; transcript: SessionTranscript }
/** A change with a `name` can be undone. */
type Sending = { name?: string; onDone?: () => void }

type Options = { sessionId: string; transcript: SessionTranscript | undefined; onNote: (note: Note) => void }

/** Changes a transcript. The last changes can be undone until the panel closes. One change is sent at a time. */
export function useTranscriptEdits({ sessionId, transcript, onNote }: Options) {
  const cache = useQueryClient()
  const [done, setDone] = useState<readonly Done[]>([])
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [hasNamedTherapist, setNamedTherapist] = useState(false)
  const last = done.at(-1)

  /** Shows the result of a change. With a `name`, the change can be undone. */
  const accept = ({ note, transcript: changed }: Answer, name?: string) => {
    const isChange = changed.revision !== transcript?.revision
    showResult(cache, query.transcripts.get.queryKey({ input: { sessionId } }), changed)
    if (isChange) {
      void cache.invalidateQueries({ queryKey: query.insights.key() })
      void cache.invalidateQueries({ queryKey: query.review.get.queryKey({ input: { sessionId } }) })
    }
    onNote(note)
    if (isChange && transcript && namesTherapist(transcript, changed)) setNamedTherapist(true)
    if (isChange && name !== undefined)
      setDone((all) => [...all, { revision: changed.revision, name }].slice(-maxUndoable))
  }
  /** After a change in another tab, own earlier changes cannot be undone. */
  const reload = async () => {
    setDone([])
    await cache.refetchQueries({ queryKey: query.transcripts.get.queryKey({ input: { sessionId } }) })
  }
  const send = async (request: () => Promise<Answer>, sending: Sending): Promise<SessionTranscript | null> => {
    setBusy(true)
    setFailure(null)
    try {
      const answer = await request()
      accept(answer, sending.name)
      sending.onDone?.()
      return answer.transcript
    } catch (error) {
      const { code, sentence, status } = readError(error, notSaved)
      if (code === 'transcript_changed') await reload().catch(() => undefined)
      // Repeating a rejected change would fail again.
      const isRefused = status !== null && status < 500
      setFailure({ sentence, retry: isRefused ? null : () => void send(request, sending) })
      return null
    } finally {
      setBusy(false)
    }
  }
  /** Sends a change. Resolves with the changed transcript, or with null if it was not saved. */
  const apply = async (edit: TranscriptEdit) => {
    if (!transcript || isBusy) return null
    const { revision } = transcript
    return await send(() => api.notes.editTranscript({ sessionId, revision, edit }), { name: undoNames[edit.kind] })
  }
  const undo = async () => {
    if (!transcript || !last || isBusy) return
    const { revision } = transcript
    await send(() => api.notes.undoTranscriptEdit({ sessionId, revision, undoes: last.revision }), {
      onDone: () => setDone((all) => all.filter((one) => one !== last)),
    })
  }

  return {
    sessionId,
    isBusy,
    failure,
    /** Name of the change that Undo reverts, e.g. `swap`. */
    undoName: last?.name ?? null,
    apply,
    undo,
    accept,
    /** True after a turn was assigned to the therapist. */
    hasNamedTherapist,
    dismissFailure: () => setFailure(null),
    /** Clears the list of changes that can be undone. */
    clear: () => {
      setDone([])
      setFailure(null)
    },
  }
}

/** Returns whether a turn of another speaker was assigned to the therapist. */
function namesTherapist(before: SessionTranscript, after: SessionTranscript): boolean {
  const speakers = new Map(before.utterances.map(({ id, speaker }) => [id, speaker]))
  return after.utterances.some(
    ({ id, speaker }) => speaker === 'therapist' && (speakers.get(id) ?? speaker) !== speaker,
  )
}

export type TranscriptEdits = ReturnType<typeof useTranscriptEdits>
