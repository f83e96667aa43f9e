import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { decodeAudio } from '#server/providers/media/decode.ts'
import { newestSession, storedAudio as storedFile } from '../recording/steps.ts'
import type { Browser } from './browser.ts'
import { capturedAudio, missingBytes, storedAudio } from './encoded.ts'
import type { TherapistBrowser } from './fixtures.ts'
import { click, expectVisible, textOf } from './screen.ts'
import { collect, watch } from './probe.ts'

export const timer = { role: 'timer', name: 'Recorded time' } as const

/** Signs in, opens the recording view and captures what it records. */
export async function openSession(therapist: TherapistBrowser): Promise<void> {
  const { browser, client } = therapist
  await therapist.openPage(`/session/${client.id}`)
  await watch(browser)
}

/** Starts the session of the open view and returns its id. */
export async function startSession({ browser, product, caller, client }: TherapistBrowser): Promise<string> {
  await click(browser, { role: 'button', name: 'Start Session' })
  await expectVisible(browser, { role: 'button', name: 'Pause' })
  return (await newestSession(caller, product, client)).id
}

/** Resolves when this many seconds are recorded. */
export async function waitForRecorded(browser: Browser, seconds: number): Promise<void> {
  await expect
    .poll(async () => secondsOf(await textOf(browser, timer)), { intervals: [100], timeout: (seconds + 15) * 1000 })
    .toBeGreaterThanOrEqual(seconds)
}

export function secondsOf(text: string): number {
  const [, minutes, seconds] = /(\d+):(\d\d)/.exec(text) ?? []
  return Number(minutes) * 60 + Number(seconds)
}

/**
 * Ends a session of less than a minute, which needs a confirmation, chooses this note type, and collects all captured
 * audio.
 */
export async function endSession({ browser, probe }: TherapistBrowser, noteType: RegExp): Promise<void> {
  await click(browser, { role: 'button', name: 'End Session' })
  await click(browser, { role: 'button', name: 'End Session', inside: { role: 'dialog', name: 'End session now?' } })
  await chooseNoteType(browser, noteType)
  await collect(browser, probe)
}

export async function chooseNoteType(browser: Browser, noteType: RegExp): Promise<void> {
  const choice = { role: 'dialog', name: 'Which note type for this session?' }
  await click(browser, { role: 'button', name: noteType, inside: choice })
}

export interface Sound {
  /** Number of recorder runs. */
  segments: number
  /** Total time of the runs. */
  recordedMs: number
  /** Decoded length of the stored audio. */
  storedMs: number
  /** Length of delivered audio that is not stored, by the bytes of the encoded audio. */
  missingMs: number
}

/** Compares the captured audio with the stored audio once the session is processed. */
export async function soundOf({ caller, product, probe }: TherapistBrowser, sessionId: string): Promise<Sound> {
  const file = await storedFile(caller, product, sessionId)
  const { ms: storedMs, rms } = await decode(file)
  expect(rms, 'the sound is not silence').toBeGreaterThan(0.001)
  const captured = await Promise.all(probe.segments.map(({ slices }) => capturedAudio(Buffer.concat(slices))))
  const stored = await storedAudio(file)
  return {
    segments: probe.segments.length,
    recordedMs: probe.capturedMs().reduce((sum, ms) => sum + ms, 0),
    storedMs,
    missingMs: (missingBytes(Buffer.concat(captured), stored) / stored.length) * storedMs,
  }
}

async function decode(bytes: Buffer): Promise<{ ms: number; rms: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'attend-sound-'))
  try {
    const file = join(folder, 'stored')
    await writeFile(file, bytes)
    const { blocks } = await decodeAudio(file, { signal: new AbortController().signal })
    let [samples, squares] = [0, 0]
    for await (const [mono = new Float32Array(0)] of blocks) {
      squares += mono.reduce((sum, sample) => sum + sample ** 2, 0)
      samples += mono.length
    }
    return { ms: (samples / speechRate) * 1000, rms: Math.sqrt(squares / samples) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
