import { act, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OwnRecording } from '#shared/contract/recordings.ts'
import { pause } from '#web/api/pause.ts'
import { owner } from '#web/testing/account.ts'
import { maya, sessionId } from '#web/testing/clinical.ts'
import { held } from '#web/testing/fake-server.ts'
import { server } from '#web/testing/open-page.tsx'
import { playedSound } from './engine/capture/sound.fixture.ts'
import type { Recorder } from './recorder-state.ts'
import { useRecorder } from './use-recorder.ts'

const unfinished: OwnRecording = {
  sessionId,
  clientId: maya.id,
  startedAt: '2026-11-03T15:00:00.000Z',
  nextChunk: 5400,
  savedMs: 2_700_000,
  nextSegment: 1,
  lastChunkAt: '2026-11-03T15:45:00.000Z',
  endedAt: null,
  isVideoVisit: false,
  unsentKey: btoa('k'.repeat(32)),
}

// jsdom has neither locks nor microphones.
beforeEach(() => {
  const request = async (_name: string, _options: LockOptions, callback: (lock: object) => unknown) => callback({})
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: new EventTarget() })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks')
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

/** Opens a page with a recorder. */
function open() {
  const { openMicrophone, segments } = playedSound()
  const recorders: Recorder[] = []
  function Page() {
    recorders.push(useRecorder(owner.id, openMicrophone).recorder)
    return null
  }
  const { unmount } = render(<Page />)
  const [recorder] = recorders
  if (!recorder) throw new Error('the page has no recorder')
  return { recorder, unmount, segments }
}

test('leaving the page while an unfinished recording is being continued does not discard it', async () => {
  const { reply, release } = held(() => unfinished)
  server.reply({ recordings: { live: reply, discard: () => ({ discarded: true }) } })
  const { recorder, unmount, segments } = open()
  let continuing = Promise.resolve()
  act(() => void (continuing = recorder.continueSession(sessionId, null)))
  await waitFor(() => expect(server.calls).toEqual(['recordings.live']))
  unmount()
  release()
  await continuing
  await pause(50, new AbortController().signal)
  expect(recorder.state.phase).toBe('idle')
  expect([server.calls, segments]).toEqual([['recordings.live'], []])
})

test('leaving the page while a session starts discards the new session', async () => {
  const { reply, release } = held(() => ({
    ...unfinished,
    nextChunk: 0,
    savedMs: 0,
    nextSegment: 0,
    lastChunkAt: null,
  }))
  server.reply({ recordings: { start: reply, discard: () => ({ discarded: true }) } })
  const { recorder, unmount, segments } = open()
  let starting = Promise.resolve()
  act(() => void (starting = recorder.start(maya.id, null)))
  await waitFor(() => expect(server.calls).toEqual(['recordings.start']))
  unmount()
  release()
  await starting
  expect(recorder.state.phase).toBe('idle')
  expect([server.calls, segments]).toEqual([['recordings.start', 'recordings.discard'], []])
})
