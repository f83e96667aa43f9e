import { expect, test } from 'vitest'
import { toOwnRecording } from './own-recording.ts'
import type { LiveRow } from './store.ts'

const row: LiveRow = {
  sessionId: '0192f0c1-7e35-7a4b-9c8d-0a1b2c3d4e5f',
  clientId: '0192f0c1-7e35-7a4b-9c8d-0a1b2c3d4e60',
  organizationId: null,
  bytes: 0,
  startedAt: new Date(0),
  nextChunk: 0,
  nextSegment: 0,
  savedMs: 0,
  lastChunkAt: null,
  endedAt: null,
  isVideoVisit: false,
}
const [before, after] = ['b'.repeat(32), 'a'.repeat(32)]
const keysOf = (secret: string, formerSecrets: string[]) => toOwnRecording({ config: { secret, formerSecrets } }, row)

test('while the secret is replaced, the recorder gets the keys of both secrets', () => {
  const [old, next] = [keysOf(before, []), keysOf(after, [])]
  expect(keysOf(after, [before])).toMatchObject({ unsentKey: next.unsentKey, formerUnsentKeys: [old.unsentKey] })
  expect(keysOf(before, [after])).toMatchObject({ unsentKey: old.unsentKey, formerUnsentKeys: [next.unsentKey] })
  expect(next).not.toHaveProperty('formerUnsentKeys')
})
