import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { SessionProgress } from '#shared/contract/sessions.ts'
import { automaticHeader } from '#shared/rules/automatic-reads.ts'
import { insights, notePage, sessionId, soapNote, transcript } from '#web/testing/clinical.ts'
import { badGateway, fail, held } from '#web/testing/fake-server.ts'
import { openPage, region, server } from '#web/testing/open-page.tsx'
import { toSign, unsigned } from '#web/testing/signing.ts'

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

const completed: SessionProgress = { ...failed, stage: 'complete', percent: 100, error: null, errorCode: null }
const progressOf = (progress: SessionProgress) => () =>
  new Response(`event: message\ndata: ${JSON.stringify(progress)}\n\n`, {
    headers: { 'content-type': 'text/event-stream' },
  })
const others = {
  transcripts: { get: () => transcript },
  insights: { get: () => insights },
  copies: { last: () => null },
}

test('a note can be signed once it was drafted again while its page was open', async () => {
  const progress = held(progressOf(completed))
  openPage(`/notes/${sessionId}`, {
    ...others,
    notes: { get: () => ({ ...notePage, note: { ...soapNote, state: 'generating' } }) },
    signatures: { get: () => ({ ...unsigned, toSign: null }) },
    sessions: { watchProgress: progress.reply },
  })
  await vi.waitFor(() => expect(server.calls).toContain('signatures.get'))
  expect(screen.queryByRole('button', { name: 'Sign note' })).toBeNull()
  server.reply({
    notes: { get: () => ({ ...notePage, note: { ...soapNote, version: 2 } }) },
    signatures: { get: () => ({ ...unsigned, toSign: { ...toSign, version: 2 } }) },
  })
  progress.release()
  expect(await screen.findByRole('button', { name: 'Sign note' })).toBeInTheDocument()
})

test('the progress of a session continues after the server has limited requests', async () => {
  const replies = [() => fail('too_many_requests', { wait: '1 second' }), progressOf(completed)]
  openPage(`/notes/${sessionId}`, {
    ...others,
    notes: { get: () => ({ ...notePage, note: { ...soapNote, state: 'generating', version: 0 } }) },
    signatures: { get: () => unsigned },
    sessions: { watchProgress: () => (replies.shift() ?? progressOf(completed))() },
  })
  await vi.waitFor(() => expect(server.calls).toContain('sessions.watchProgress'))
  server.reply({ notes: { get: () => notePage } })
  await region('Plan')
})

test('the signatures of a note that its user cannot sign are loaded only once', async () => {
  openPage(`/notes/${sessionId}`, {
    ...others,
    notes: { get: () => ({ ...notePage, canEdit: false }) },
    signatures: { get: () => ({ ...unsigned, toSign: null }) },
  })
  await region('Plan')
  await vi.waitFor(() => expect(server.calls).toContain('insights.get'))
  expect(server.calls.filter((call) => call === 'signatures.get')).toHaveLength(1)
})

test('a finished note appears even if it could not be read when its draft ended', async () => {
  const progress = held(progressOf(completed))
  openPage(`/notes/${sessionId}`, {
    ...others,
    notes: { get: () => ({ ...notePage, note: { ...soapNote, state: 'generating', version: 0 } }) },
    signatures: { get: () => unsigned },
    sessions: { watchProgress: progress.reply },
  })
  await vi.waitFor(() => expect(server.calls).toContain('sessions.watchProgress'))
  const before = server.calls.length
  server.reply({ notes: { get: badGateway } })
  progress.release()
  await vi.waitFor(() =>
    expect(server.calls.slice(before).filter((call) => call === 'notes.get').length).toBeGreaterThan(1),
  )
  server.reply({ notes: { get: () => notePage } })
  await region('Plan')
})
