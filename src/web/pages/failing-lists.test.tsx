import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Progress } from '#shared/contract/progress.ts'
import { maya } from '#web/testing/clinical.ts'
import { badGateway, fail } from '#web/testing/fake-server.ts'
import { dialog, fill, openPage, region, server } from '#web/testing/open-page.tsx'
import { emptyWorkQueue } from '#web/testing/work-queue.ts'

// Tests of lists that fail to load and can be retried, one page after the other.

const noDays = () => ({ items: [], isComplete: true })
const noNotes = () => ({ items: [], next: null })
const unexpected = () => fail('unexpected', { id: '1a2b3c4d' })
const nothing = { sessions: 0, latest: null }
const noProgress: Progress = {
  client: null,
  from: '2030-01-01',
  to: '2030-03-31',
  updatedAt: null,
  sessions: 0,
  unchecked: 0,
  clients: 0,
  isComplete: true,
  coreBeliefs: nothing,
  treatmentGoals: nothing,
  anxiety: { ...nothing, measures: [] },
  sections: [],
  redFlags: [],
  redFlagTotal: 0,
}
const clientPage = () => ({ items: [maya], total: 1, counts: { all: 1, active: 1, archived: 0 } })

test('the notice list reports a failure and can be retried', async () => {
  const user = openPage('/help', { notices: { list: badGateway } })
  await user.click(await screen.findByRole('button', { name: 'Notifications' }))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Failed to load notifications')
  server.reply({ notices: { list: () => ({ items: [], unread: 0 }) } })
  await user.click(within(alert).getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText(/^No notifications\./)).toBeInTheDocument()
})

test('the note list reports a failure and can be retried', async () => {
  const user = openPage('/session-notes', { notes: { list: badGateway } })
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Failed to load notes')
  server.reply({ notes: { list: noNotes } })
  await user.click(within(alert).getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { name: 'No notes yet' })).toBeInTheDocument()
})

test('a month of the calendar that fails to load shows the reason and can be reloaded', async () => {
  const user = openPage('/calendar', { sessions: { calendar: badGateway } })
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Failed to load monthly sessions')
  server.reply({ sessions: { calendar: noDays } })
  await user.click(within(alert).getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText(/^No appointments/)).toBeInTheDocument()
})

test('the client search reports a failure and can be retried by keyboard', async () => {
  const user = openPage('/', {
    clients: { list: clientPage },
    sessions: { calendar: noDays },
    notes: { list: noNotes },
    workQueue: { get: () => emptyWorkQueue },
  })
  const search = await screen.findByRole('combobox', { name: 'Search clients' })
  server.reply({ clients: { list: badGateway } })
  await fill(user, search, 'maya')
  expect(await screen.findByText('Failed to load clients')).toBeInTheDocument()
  server.reply({ clients: { list: clientPage } })
  await user.keyboard('{ArrowDown}{Enter}')
  expect(await screen.findByRole('option', { name: /Maya Stone/ })).toBeInTheDocument()
})

test('the command palette reports a failure, still offers pages, and can be retried', async () => {
  const clio = { ...maya, firstName: 'Clio' }
  const user = openPage('/help', { clients: { list: unexpected } })
  await user.click(await screen.findByRole('button', { name: 'Search or go to' }))
  const palette = await dialog('Search or go to')
  await user.type(await palette.findByRole('combobox'), 'cli')
  expect(await palette.findByRole('alert')).toHaveTextContent(/^Failed to load clients/)
  expect(palette.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Try Again',
    'Add Client',
    'Clients',
  ])
  server.reply({ clients: { list: () => ({ ...clientPage(), items: [clio] }) } })
  await user.keyboard('{Enter}')
  expect(await palette.findByRole('option', { name: /^Clio Stone/ })).toBeInTheDocument()
  expect(palette.queryByRole('alert')).toBeNull()
})

test('the progress page reports a failure and can be retried, and reports a client that does not exist', async () => {
  const clients = { list: clientPage }
  const user = openPage('/progress', { clients, progress: { ofAll: unexpected } })
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Failed to load progress')
  server.reply({ progress: { ofAll: () => noProgress } })
  await user.click(within(alert).getByRole('button', { name: 'Try Again' }))
  expect(await region('Progress Summary')).toBeTruthy()
  openPage(`/progress?client=${maya.id}`, {
    clients: { ...clients, get: () => fail('client_missing') },
    progress: { ofClient: () => fail('client_missing') },
  })
  expect((await screen.findAllByText('Client not found')).length).toBeGreaterThan(0)
})
