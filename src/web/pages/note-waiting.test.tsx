import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SessionProgress } from '#shared/contract/sessions.ts'
import { automaticHeader } from '#shared/rules/automatic-reads.ts'
import { notePage, sessionId, soapNote } from '#web/testing/clinical.ts'
import { openPage, server } from '#web/testing/open-page.tsx'
import { unsigned } from '#web/testing/signing.ts'

const failed: SessionProgress = {
  sessionId,
  stage: 'failed',
  percent: 20,
  error: 'No speech engine is set up.',
  errorCode: 'speech_unavailable',
  otherLanguage: null,
}

test('an open note page that waits for a speech engine shows the progress once the transcription starts', async () => {
  let progress = failed
  const marks: (string | null)[] = []
  server.replyOutside({
    [`GET /api/sessions/${sessionId}/progress`]: ({ headers }) => {
      marks.push(headers.get(automaticHeader))
      const body = `event: message\ndata: ${JSON.stringify(progress)}\n\n`
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    },
  })
  openPage(`/notes/${sessionId}`, {
    notes: {
      get: () => ({
        ...notePage,
        note: { ...soapNote, state: 'waiting', version: 0 },
        session: { ...notePage.session, hasTranscript: false, hasAudio: true },
      }),
    },
    transcripts: {
      speechStatus: () => ({ engine: 'embedded', state: 'unavailable', percent: null, model: null }),
    },
    signatures: { get: () => unsigned },
    copies: { last: () => null },
    templates: { list: () => ({ items: [] }) },
  })
  expect(await screen.findByText('Waiting for a transcript')).toBeInTheDocument()
  progress = { ...failed, stage: 'transcribing', error: null, errorCode: null }
  // This event ends the pause before the next request.
  window.dispatchEvent(new Event('online'))
  expect(await screen.findAllByText('Transcribing audio...')).not.toHaveLength(0)
  expect(screen.queryByText('Waiting for a transcript')).not.toBeInTheDocument()
  // Only the connections that the page repeats do not extend the sign-in.
  expect(marks.slice(0, 2)).toEqual([null, '1'])
})
