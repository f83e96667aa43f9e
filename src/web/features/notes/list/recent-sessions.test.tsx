import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ListedNote } from '#shared/contract/notes.ts'
import { maya, sessionId } from '#web/testing/clinical.ts'
import { openPage } from '#web/testing/open-page.tsx'
import { emptyWorkQueue } from '#web/testing/work-queue.ts'

const listed: ListedNote = {
  sessionId,
  client: maya,
  therapistName: null,
  date: '2030-01-01',
  startTime: '09:00',
  endTime: '09:50',
  type: 'Individual',
  settingType: 'in-person',
  sessionStatus: 'completed',
  noteType: 'SOAP',
  noteState: 'ready',
  noteStatus: 'draft',
  toWrite: false,
  waitsForTranscript: false,
  toReview: 3,
  line: 'Slept badly.',
}

async function openDashboard(note: ListedNote) {
  openPage('/', {
    clients: { list: () => ({ items: [maya], total: 1, counts: { all: 1, active: 1, archived: 0 } }) },
    sessions: { calendar: () => ({ items: [], isComplete: true }) },
    workQueue: { get: () => emptyWorkQueue },
    notes: { list: () => ({ items: [note], next: null }) },
  })
  return await screen.findByRole('link', { name: /Maya Stone.*SOAP/ })
}

test('a recent session with open items needs a review', async () => {
  expect(await openDashboard(listed)).toHaveTextContent('Needs review · 3')
})

test.each([
  ['nothing is open', { ...listed, toReview: 0 }],
  ['it belongs to another therapist', { ...listed, therapistName: 'Ada Moss' }],
])('a recent session needs no review if %s', async (_, note) => {
  expect(await openDashboard(note)).not.toHaveTextContent('Needs review')
})

test('a recent session of a therapist without a visible name is shown as of a former member', async () => {
  expect(await openDashboard({ ...listed, therapistName: '' })).toHaveTextContent('SOAP, A former member')
})

test('a recent session without a transcript waits for one if there is no speech engine', async () => {
  const waiting = { ...listed, sessionStatus: 'failed', noteState: 'waiting', waitsForTranscript: true } as const
  const row = await openDashboard(waiting)
  expect(row).toHaveTextContent('Waiting for a transcript')
  expect(row).not.toHaveTextContent('Needs attention')
})
