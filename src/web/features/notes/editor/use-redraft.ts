import { useEffect, useRef, useState } from 'react'
import type { Note } from '#shared/contract/notes.ts'
import { readError } from '#web/api/errors.ts'
import { watchSession } from '#web/api/session-progress.ts'

/** Props of a dialog that redrafts the note. */
export interface RedraftDialogProps {
  opened: boolean
  note: Note
  onNote: (note: Note) => void
  /** Called to refetch the note when its draft is written. */
  load: () => Promise<Note>
  onClose: () => void
}

interface Options extends Pick<RedraftDialogProps, 'onNote' | 'load'> {
  /** The message if the server sends none. */
  fallback: string
  onDone: (note: Note) => void
}

/** Requests a redraft and waits for its job. The job continues if the dialog is closed. */
export function useRedraft({ fallback, onNote, load, onDone }: Options) {
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const abortOnLeave = useRef<AbortController | null>(null)
  useEffect(() => () => abortOnLeave.current?.abort(), [])

  const start = async (ask: () => Promise<Note>) => {
    const controller = new AbortController()
    abortOnLeave.current = controller
    setFailure(null)
    setRunning(true)
    try {
      const asked = await ask()
      onNote(asked)
      // A written note changes immediately, without a job.
      if (asked.state !== 'generating') return onDone(asked)
      await watchSession(asked.sessionId, controller.signal, () => {})
      if (controller.signal.aborted) return
      const note = await load()
      if (note.state === 'failed' || note.error !== null) setFailure(note.error ?? fallback)
      else onDone(note)
    } catch (error) {
      setFailure(readError(error, fallback).sentence)
    } finally {
      setRunning(false)
    }
  }

  return { start, failure, clearFailure: () => setFailure(null), isRunning }
}
