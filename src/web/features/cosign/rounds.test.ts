import { expect, test } from 'vitest'
import type { NoteComment } from '#shared/contract/cosign.ts'
import type { Signature } from '#shared/contract/signatures.ts'
import { roundsOf } from './rounds.ts'

const signature = (id: string, signedAt: string, version = 1, role: Signature['role'] = 'author'): Signature => ({
  id,
  version,
  role,
  signedAt,
  name: 'Tamsin Okell',
  credentials: 'MA',
  licenseNumber: '',
  licenseState: '',
  attestationText: '',
  timeZone: 'UTC',
  authMethod: 'password',
  isLate: false,
  contentSha256: '',
  isIntact: true,
  superseded: null,
})
const comment = (id: string, createdAt: string, version = 1): NoteComment => ({
  id,
  version,
  createdAt,
  section: 'Plan',
  sentence: 0,
  quote: 'Ride the bus.',
  authorName: 'Ruth Halden',
  credentials: 'PhD',
  text: 'Why?',
  replies: [],
})
const ids = (rounds: ReturnType<typeof roundsOf>) =>
  rounds.map(({ number, comments, next }) => [number, comments.map(({ id }) => id), next?.id ?? null])

test('a comment belongs to the last signature of the author before it', () => {
  const signatures = [
    signature('first', '2026-11-18T10:00:00.000Z'),
    signature('second', '2026-11-19T10:00:00.000Z', 2),
    signature('co', '2026-11-20T10:00:00.000Z', 2, 'cosigner'),
  ]
  const comments = [comment('a', '2026-11-18T11:00:00.000Z'), comment('b', '2026-11-19T10:00:00.000Z', 2)]
  expect(ids(roundsOf(signatures, comments))).toEqual([
    [1, ['a'], 'second'],
    [2, ['b'], null],
  ])
})

test('a version that was signed twice has two rounds', () => {
  const signatures = [signature('first', '2026-11-18T10:00:00.000Z'), signature('second', '2026-11-19T10:00:00.000Z')]
  const comments = [comment('a', '2026-11-18T11:00:00.000Z'), comment('b', '2026-11-19T11:00:00.000Z')]
  expect(ids(roundsOf(signatures, comments))).toEqual([
    [1, ['a'], 'second'],
    [2, ['b'], null],
  ])
})

test('signatures without comments do not count as rounds', () => {
  const signatures = [
    signature('unlocked', '2026-11-18T10:00:00.000Z'),
    signature('second', '2026-11-19T10:00:00.000Z'),
  ]
  expect(ids(roundsOf(signatures, [comment('a', '2026-11-19T11:00:00.000Z')]))).toEqual([[1, ['a'], null]])
  expect(roundsOf([], [comment('a', '2026-11-19T11:00:00.000Z')])).toEqual([])
})
