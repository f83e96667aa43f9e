import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Upload } from '#shared/contract/recordings.ts'
import { IdentityChanged } from '#web/api/errors.ts'
import { maya, sessionId } from '#web/testing/clinical.ts'
import { held } from '#web/testing/fake-server.ts'
import { server } from '#web/testing/open-page.tsx'
import type { SessionDetails } from './session-details.ts'
import { withRetry } from './send-chunks.ts'
import { type Place, useUpload } from './use-upload.ts'

const uploadId = '0d6cb0de-9a3f-4a3c-8c54-6f5f3a1f6a11'
const stated: SessionDetails = {
  settingType: 'in-person',
  heldAt: { date: '2026-11-03', startTime: '10:00' },
  participants: [],
}
const started: Upload = {
  id: uploadId,
  clientId: maya.id,
  fileName: 'session.wav',
  size: 4,
  nextChunk: 0,
  chunkBytes: 1024,
  sessionId: null,
}
const recording = (name: string) =>
  ({ file: new File(['RIFF'], name, { type: 'audio/wav' }), kind: 'recording', requestId: 'r' }) as const

function open(place: Place = {}) {
  const onPlace = vi.fn<(place: Place) => void>()
  const { result, unmount } = renderHook(() => useUpload({ clientId: maya.id, place, onPlace }))
  return { result, unmount, onPlace }
}

test('leaving while an upload is being started cancels it and stays on the next page', async () => {
  const { reply, release } = held(() => started)
  server.reply({ recordings: { startUpload: reply, cancelUpload: () => ({ cancelled: true }) } })
  const { result, unmount, onPlace } = open()
  let sending = Promise.resolve()
  act(() => void (sending = result.current.send(recording('session.wav'), stated)))
  await waitFor(() => expect(server.calls).toEqual(['recordings.startUpload']))
  unmount()
  release()
  await sending
  expect(server.calls).toEqual(['recordings.startUpload', 'recordings.cancelUpload'])
  expect(onPlace).not.toHaveBeenCalled()
})

test.each([
  ['of a Mac', 'Sitzung Zoe\u0308.wav', 'Sitzung Zoë.wav'],
  ['with two spaces', 'Monday  session.wav', 'Monday session.wav'],
  ['with a long name', `${'x'.repeat(200)}.wav`, `${'x'.repeat(115)}….wav`],
])('an interrupted upload of a file %s is continued instead of sent again', async (_, name, fileName) => {
  const interrupted = { ...started, fileName, nextChunk: 1 }
  server.reply({
    recordings: { getUpload: () => interrupted, completeUpload: () => ({ sessionId }) },
  })
  server.replyOutside({ [`PUT /api/uploads/${uploadId}/chunks/0`]: () => new Response(null, { status: 204 }) })
  const { result, onPlace } = open({ upload: uploadId })
  await act(() => result.current.send(recording(name), stated))
  expect(server.calls).not.toContain('recordings.startUpload')
  expect(onPlace).toHaveBeenLastCalledWith({ session: sessionId })
})

test('a call that is answered for another organization is not repeated', async () => {
  const call = vi.fn(() => Promise.reject(new IdentityChanged()))
  const watcher = { signal: new AbortController().signal, onWaiting: () => undefined }
  await expect(withRetry(call, watcher)).rejects.toThrow(IdentityChanged)
  expect(call).toHaveBeenCalledTimes(1)
})
