import { useEffect, useState } from 'react'
import type { LiveUtterance } from '#shared/contract/insights.ts'
import { readError } from '#web/api/errors.ts'
import { createLiveChunkSender } from './live-chunk-sender.ts'
import { postLiveText } from './post-live-text.ts'
import type { Voice } from '../engine/capture/audio-tap-messages.ts'
import type { Recorder } from '../recorder-state.ts'

/** A live utterance. In a video visit, `voice` is its channel. */
export type LiveLine = LiveUtterance & { voice: Voice | null }

export type LiveText = { utterances: readonly LiveLine[]; trouble: string | null }

type SessionText = LiveText & { sessionId: string | null }

/** The live text of the session, which is stored in memory only. */
export function useLiveText(recorder: Recorder, sessionId: string | null): LiveText {
  const [live, setText] = useState<SessionText>(() => emptyText(null))
  useEffect(() => {
    if (sessionId === null) return undefined
    const change = (next: (old: SessionText) => SessionText) =>
      setText((old) => next(old.sessionId === sessionId ? old : emptyText(sessionId)))
    const sender = createLiveChunkSender({
      send: (liveChunk) => postLiveText(sessionId, liveChunk),
      onText: (text, { start, end, voice }) =>
        change(({ utterances }) => ({
          sessionId,
          utterances: [...utterances, { id: `live-${utterances.length + 1}`, start, end, text, voice }],
          trouble: null,
        })),
      onTrouble: (error) => {
        const { trouble, restSeconds } = troubleOf(error)
        change((old) => ({ ...old, trouble }))
        return restSeconds
      },
    })
    const stopListening = recorder.onLiveChunk((liveChunk) => sender.add(liveChunk))
    return () => {
      stopListening()
      sender.stop()
    }
  }, [recorder, sessionId])
  return live.sessionId === sessionId ? live : emptyText(sessionId)
}

function emptyText(sessionId: string | null): SessionText {
  return { sessionId, utterances: [], trouble: null }
}

const notStarted = 'Failed to start transcription'

function troubleOf(error: unknown): { trouble: string; restSeconds: number } {
  const { code, sentence } = readError(error, notStarted)
  if (code === 'speech_unavailable') return { trouble: 'No speech engine is set up.', restSeconds: 300 }
  // The recorder's notices report a lost connection, so this text does not repeat it.
  return { trouble: code === 'unreachable' ? notStarted : sentence, restSeconds: 15 }
}
