import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { CalendarSession } from '#shared/contract/sessions.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { todayIn } from '#web/ui/format/dates.ts'
import { owner } from '#web/testing/account.ts'
import { maya, sessionId } from '#web/testing/clinical.ts'
import { cosignNote, emptyQueue, waitingItem } from '#web/testing/cosign.ts'
import { expectAccessible } from '#web/testing/expect-accessible.ts'
import { badGateway, type Replies } from '#web/testing/fake-server.ts'
import { openPage, region, server } from '#web/testing/open-page.tsx'
import { emptyWorkQueue } from '#web/testing/work-queue.ts'

const today = todayIn(owner.timeZone)
const replies = {
  clients: { list: () => ({ items: [maya], total: 1, counts: { all: 1, active: 1, archived: 0 } }) },
  sessions: { calendar: () => ({ items: [], isComplete: true }) },
  notes: { list: () => ({ items: [], next: null }) },
  workQueue: { get: () => emptyWorkQueue },
} satisfies Replies

const dayIn = (days: number) => addDays(today, days)
const daysAgo = (days: number) => `${addDays(today, -days)}T12:00:00.000Z`

function openDashboard(more: Replies = {}) {
  server.reply(replies)
  return openPage('/', more)
}

test('the work queue shows the notes to finish, their age, and the figures of the user’s own work', async () => {
  const toSign = { count: 4, oldestAt: daysAgo(2), oldestSessionId: sessionId }
  const toCosign = { count: 1, oldestAt: daysAgo(1), oldestSessionId: sessionId }
  const figures = { minutesToSign: 300, activeSeconds: 130, items: 4, changedPercent: 8, snippets: null }
  openDashboard({ workQueue: { get: () => ({ ...emptyWorkQueue, toSign, toCosign, figures }) } })
  const queue = await region('My queue')
  expect(await queue.findByRole('link', { name: /4 notes to sign/ })).toHaveTextContent('oldest 2 days')
  expect(queue.getByRole('link', { name: /1 note to co-sign/ })).toHaveAttribute(
    'href',
    `/session-notes/co-sign?note=${sessionId}`,
  )
  const ownFigures = await region('Your notes of the last 90 days')
  expect(ownFigures.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '5 hours',
    '2 minutes',
    '4',
    '8%',
  ])
  expect(ownFigures.getByText('Medians. Only you see them.')).toBeInTheDocument()
  await expectAccessible()
})

test('one key opens the oldest note of the work queue', async () => {
  const toSign = { count: 4, oldestAt: daysAgo(1), oldestSessionId: maya.id }
  const toCosign = { count: 1, oldestAt: daysAgo(2), oldestSessionId: sessionId }
  const user = openDashboard({
    workQueue: { get: () => ({ ...emptyWorkQueue, toSign, toCosign }) },
    cosign: { queue: () => ({ ...emptyQueue, toCosign: [waitingItem] }), get: () => cosignNote },
  })
  await (await region('My queue')).findByRole('button', { name: 'Start with the oldest' })
  await user.keyboard('q')
  expect(await screen.findByRole('heading', { name: 'Co-sign' })).toBeInTheDocument()
  expect(window.location.search).toBe(`?note=${sessionId}`)
})

test('supervisors and owners see the numbers of unfinished notes of others', async () => {
  const counts = { toReview: 1, toSign: 2, returned: 3, awaitingCosign: 4, amendments: 5 }
  openDashboard({
    workQueue: { get: () => ({ ...emptyWorkQueue, associates: [{ name: 'Tamsin Okell', ...counts }] }) },
  })
  const table = within(await screen.findByRole('table', { name: 'Unfinished notes of your associates' }))
  expect(table.getByRole('row', { name: 'Tamsin Okell 1 2 3 4 5' })).toBeInTheDocument()
  const figures = { minutesToSign: 2880, activeSeconds: null, items: null, changedPercent: null, snippets: null }
  openDashboard({ workQueue: { get: () => ({ ...emptyWorkQueue, organization: { ...counts, figures } }) } })
  const ofAll = within(await screen.findByRole('table', { name: 'Unfinished notes of the organization' }))
  expect(ofAll.getByRole('row', { name: 'All therapists 1 2 3 4 5' })).toBeInTheDocument()
  const all = await region('All therapists, the 90 days before this week')
  expect(all.getByRole('definition')).toHaveTextContent('2 days')
})

test('amendment requests are in the work queue with their due date', async () => {
  const dueRequest = (id: string, days: number) => ({ id, sessionId, receivedOn: dayIn(-50), dueOn: dayIn(days) })
  const amendments = [dueRequest('late', -1), dueRequest('soon', 6), dueRequest('later', 7)]
  openDashboard({ workQueue: { get: () => ({ ...emptyWorkQueue, amendments }) } })
  const queue = await region('My queue')
  const links = await queue.findAllByRole('link', { name: /^Amendment request, due / })
  expect(links.map((link) => link.textContent)).toEqual([
    expect.stringMatching(/1 day overdue$/),
    expect.stringMatching(/Due in 6 days$/),
    expect.stringMatching(/Due in 7 days$/),
  ])
  expect(links[0]).toHaveAttribute('href', `/notes/${sessionId}`)
  expect(queue.queryByRole('button', { name: 'Start with the oldest' })).toBeNull()
})

test('a work queue that fails to load can be reloaded', async () => {
  const user = openDashboard({ workQueue: { get: badGateway } })
  const queue = await region('My queue')
  expect(await queue.findByText('Failed to load your queue')).toBeInTheDocument()
  server.reply(replies)
  await user.click(queue.getByRole('button', { name: 'Try Again' }))
  expect(
    await queue.findByText(
      'Nothing to finish. Notes to review, sign or co-sign and amendment requests will appear here.',
    ),
  ).toBeInTheDocument()
})

const session: CalendarSession = {
  id: sessionId,
  clientId: maya.id,
  client: { firstName: 'Maya', lastName: 'Stone', isArchived: false },
  date: today,
  startTime: '00:00',
  endTime: '00:50',
  durationMinutes: 50,
  type: 'Individual',
  settingType: 'in-person',
  status: 'completed',
  seriesId: null,
  toWrite: true,
  waitsForTranscript: false,
}

test('a session whose worksheet is not written does not count as documented', async () => {
  const second = { ...session, id: maya.id, toWrite: false }
  openDashboard({ sessions: { calendar: () => ({ items: [session, second], isComplete: true }) } })
  expect(await screen.findByText(/2 sessions today, 1 documented\.$/)).toBeInTheDocument()
})

test('an appointment of an archived client cannot be started', async () => {
  const scheduled = { ...session, status: 'scheduled' as const, toWrite: false }
  const archived = { ...scheduled, id: maya.id, client: { firstName: 'Noa', lastName: 'Reed', isArchived: true } }
  openDashboard({ sessions: { calendar: () => ({ items: [scheduled, archived], isComplete: true }) } })
  expect(await screen.findByRole('link', { name: 'Start Session: Maya Stone' })).toBeInTheDocument()
  expect(screen.getByText('Client archived')).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: /: Noa Reed/ })).toBeNull()
})

test('the shortcut of the installed app opens the selection of a client for a session', async () => {
  server.reply(replies)
  const user = openPage('/?start=true', { clients: { ...replies.clients, pick: () => ({ items: [], total: 0 }) } })
  const dialog = await screen.findByRole('dialog', { name: 'Select Client' })
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(window.location.search).toBe(''))
  expect(screen.queryByRole('dialog')).toBeNull()
})
