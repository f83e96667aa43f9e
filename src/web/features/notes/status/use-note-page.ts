import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Note } from '#shared/contract/notes.ts'
import { api, automatic, query } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'
import { isTemporary, readError } from '#web/api/errors.ts'
import { useSessionProgress } from '#web/api/session-progress.ts'
import { resumeAction } from './resume-processing.ts'

/** Milliseconds between two requests for a full draft. Each request is audited as a view of the note. */
const fullDraftMs = 60_000

/** Milliseconds until a failed read of an unfinished note is repeated. */
const retryMs = 3000

/** The data of the note page, updated while the note or its transcript is being processed. */
export function useNotePage(sessionId: string) {
  const cache = useQueryClient()
  const input = { sessionId }
  const page = useQuery({
    ...query.notes.get.queryOptions({ input, context: automatic }),
    refetchInterval: ({ state: { data, error } }) => {
      if (data?.fullDraft) return fullDraftMs
      // The read after the end of the work failed. Nothing else would start another one.
      return error !== null && isUnfinished(data?.note) && isTemporary(error) ? retryMs : false
    },
  })
  const [round, setRound] = useState(0)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [isTriedAgain, setTriedAgain] = useState(false)
  const note = page.data?.note

  /** Refetches where the text or the state of the note is shown besides its page. */
  const refreshOtherPages = () => {
    void cache.invalidateQueries({ queryKey: query.sessions.key() })
    void cache.invalidateQueries({ queryKey: query.notes.previous.key() })
  }
  const setNote = (changed: Note) => {
    showResult(cache, query.notes.get.queryKey({ input }), (old) => old && { ...old, note: changed })
    void cache.invalidateQueries({ queryKey: query.notes.versions.key({ input }) })
    refreshOtherPages()
  }
  const refresh = async () => {
    refreshOtherPages()
    await cache.invalidateQueries({ queryKey: query.notes.get.key({ input }) })
    await cache.invalidateQueries({ queryKey: query.notes.versions.key({ input }) })
    await cache.invalidateQueries({ queryKey: query.transcripts.get.key({ input }) })
  }
  /** Refetches the note into the cache and returns it. After a failure, `data` would still be the previous note. */
  const load = async () => {
    const { isSuccess, data, error } = await page.refetch()
    if (!isSuccess) throw error ?? new Error('Failed to load notes')
    return data.note
  }
  /** Restarts following the progress after an upload or a retry. */
  const follow = async () => {
    setRefusal(null)
    // A new round drops the outdated progress, so that the page shows the new work immediately.
    setRound((old) => old + 1)
    await refresh()
  }
  const ask = async (call: () => Promise<unknown>, fallback: string) => {
    setRefusal(null)
    setAsking(true)
    try {
      await call()
      await follow()
    } catch (error) {
      setRefusal(readError(error, fallback).sentence)
    } finally {
      setAsking(false)
    }
  }
  const generate = () => ask(() => api.notes.generate(input), 'Failed to generate notes')
  const draftExcerpts = () => ask(() => api.notes.draftExcerpts(input), 'Failed to generate notes')
  const transcribeAgain = () => {
    setTriedAgain(true)
    return ask(() => api.recordings.processAgain(input), 'Failed to start transcription')
  }

  // When a page with a transcript but without a note opens, it starts the draft. The server starts it only once (D13).
  const isToBeStarted = note?.state === 'waiting' && page.data?.session.hasTranscript && page.data.canEdit
  const { progress, failure } = useSessionProgress(isUnfinished(note) ? sessionId : null, round, ({ stage }) => {
    void (stage === 'complete' && isToBeStarted ? generate() : refresh())
  })

  // A page that was opened before the draft started refetches the note, to offer the actions of the draft.
  const beganAt = note?.state === 'waiting' && progress?.stage === 'processing' ? progress : null
  const catchUp = useEffectEvent(() => void refresh())
  useEffect(() => {
    if (beganAt) catchUp()
  }, [beganAt])

  const isOpening = useRef(true)
  const next = resumeAction(page.data, progress)
  useEffect(() => {
    if (!isOpening.current || next === 'wait') return
    isOpening.current = false
    if (next === 'nothing') return
    const refused = (what: string) => (error: unknown) => setRefusal(readError(error, what).sentence)
    // The draft may have failed before and restarted just now, so the progress is followed again.
    const watchAgain = () => setRound((old) => old + 1)
    if (next === 'generate') api.notes.generate({ sessionId }).then(watchAgain, refused('Failed to generate notes'))
    else api.recordings.processAgain({ sessionId }).catch(refused('Failed to start transcription'))
  }, [next, sessionId])

  return {
    page,
    progress,
    watchFailure: failure,
    refusal,
    isAsking,
    isTriedAgain,
    setNote,
    load,
    follow,
    generate,
    draftExcerpts,
    transcribeAgain,
  }
}

export type NotePageState = ReturnType<typeof useNotePage>

function isUnfinished(note: Note | undefined): boolean {
  return note?.state === 'generating' || note?.state === 'waiting'
}
