import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { maya } from '#web/testing/clinical.ts'
import { badGateway } from '#web/testing/fake-server.ts'
import { fill, openPage, server } from '#web/testing/open-page.tsx'
import { emptyWorkQueue } from '#web/testing/work-queue.ts'

// Lists that fail to load and can be retried, one page after the other.

const noDays = () => ({ items: [], isComplete: true })
const noNotes = () => ({ items: [], next: null })
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

test('a month that fails to load shows the reason and can be reloaded', async () => {
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
