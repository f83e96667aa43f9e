import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Session } from '#shared/contract/sessions.ts'
import { heldSession, insights, maya, notePage, sessionId, transcript } from '#web/testing/clinical.ts'
import { fail, held, type Replies } from '#web/testing/fake-server.ts'
import { signingReplies, toSign, unsigned } from '#web/testing/signing.ts'
import { choose, dialog, fill, openPage, region, server } from '#web/testing/open-page.tsx'

const ana = { ...maya, id: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d5c09', firstName: 'Ana', lastName: 'Ruiz' }
const session: Session = { ...heldSession, date: '2026-01-05', settingType: 'in-person' }
const replies = {
  notes: { get: () => notePage },
  transcripts: { get: () => transcript },
  insights: { get: () => insights },
  copies: { last: () => null },
  signatures: { get: () => unsigned },
  clients: { pick: () => ({ items: [maya, ana], total: 2 }) },
  sessions: { get: () => session },
} satisfies Replies

async function openDialog(more: Replies = {}) {
  server.reply(replies)
  const user = openPage(`/notes/${sessionId}`, more)
  await region('Plan')
  await user.click(screen.getByRole('button', { name: 'Note Preferences' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Correct session' }))
  const part = await dialog('Correct session')
  await part.findByLabelText(/^Date of the session/)
  return { user, part }
}

test('a correction of a session is saved and can be undone', async () => {
  const asked = vi.fn((to: Pick<Session, 'clientId' | 'date'>) => ({ ...session, date: to.date }))
  const { user, part } = await openDialog({ corrections: { correct: asked } })
  expect(part.queryByRole('radio', { name: 'No-show' })).toBeNull()
  await fill(user, part.getByLabelText(/^End time/), '09:00')
  await user.click(part.getByRole('button', { name: 'Correct session' }))
  expect(await part.findByText('Check the end time.')).toBeInTheDocument()
  expect(part.getByLabelText(/^End time/)).toHaveFocus()
  await fill(user, part.getByLabelText(/^Date of the session/), '2026-01-06')
  await fill(user, part.getByLabelText(/^End time/), '10:00')
  await user.click(part.getByRole('button', { name: 'Correct session' }))
  expect(await screen.findByText('The session was corrected.')).toBeInTheDocument()
  expect(asked).toHaveBeenCalledExactlyOnceWith({
    sessionId,
    before: {
      clientId: maya.id,
      date: '2026-01-05',
      startTime: '09:00',
      endTime: '09:50',
      type: 'Individual',
      settingType: 'in-person',
      contact: 'session',
    },
    clientId: maya.id,
    date: '2026-01-06',
    startTime: '09:00',
    endTime: '10:00',
    type: 'Individual',
    settingType: 'in-person',
    contact: 'session',
  })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('The session is as it was before.')).toBeInTheDocument()
  expect(asked.mock.calls[1]?.[0]).toMatchObject({
    before: { date: '2026-01-06', endTime: '10:00' },
    date: '2026-01-05',
    endTime: '09:50',
  })
})

test('the dialog shows the current data of the session each time it opens', async () => {
  const { user, part } = await openDialog()
  await user.click(part.getByRole('button', { name: 'Cancel' }))
  const asked = vi.fn((to: Pick<Session, 'clientId'>) => ({ ...session, clientId: to.clientId }))
  const current: Session = { ...session, clientId: ana.id, type: 'Family', settingType: 'telehealth' }
  const { reply, release } = held(() => current)
  server.reply({
    sessions: { get: reply },
    notes: { get: () => ({ ...notePage, client: ana }) },
    corrections: { correct: asked },
  })
  await user.click(screen.getByRole('button', { name: 'Note Preferences' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Correct session' }))
  const again = await dialog('Correct session')
  expect(again.queryByLabelText(/^End time/)).toBeNull()
  release()
  await fill(user, await again.findByLabelText(/^End time/), '09:40')
  expect(again.getByText(/^Client: Ana Ruiz/)).toBeInTheDocument()
  expect(again.getByRole('radio', { name: 'Telehealth' })).toBeChecked()
  await user.click(again.getByRole('button', { name: 'Correct session' }))
  expect(await screen.findByText('The session was corrected.')).toBeInTheDocument()
  expect(asked.mock.calls[0]?.[0]).toMatchObject({ clientId: ana.id, type: 'Family', before: { clientId: ana.id } })
})

test('an open dialog keeps the client that it shows when the session is moved elsewhere', async () => {
  const { user, part } = await openDialog({ corrections: { correct: () => fail('session_changed') } })
  server.reply({ notes: { get: () => ({ ...notePage, client: ana }) } })
  await fill(user, part.getByLabelText(/^End time/), '09:35')
  const reads = server.calls.filter((call) => call === 'notes.get').length
  await user.click(part.getByRole('button', { name: 'Correct session' }))
  await vi.waitFor(() => expect(server.calls.filter((call) => call === 'notes.get').length).toBeGreaterThan(reads))
  expect(await part.findByRole('alert')).toHaveTextContent('This session was corrected elsewhere')
  expect(part.getByText(/^Client: Maya/)).toBeInTheDocument()
})

test('the dialog shows no form if the current client and contact cannot be loaded, and loads them again', async () => {
  const { user, part } = await openDialog()
  await user.click(part.getByRole('button', { name: 'Cancel' }))
  server.reply({ notes: { get: () => fail('database_down') } })
  await user.click(screen.getByRole('button', { name: 'Note Preferences' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Correct session' }))
  const again = await dialog('Correct session')
  const retry = await again.findByRole('button', { name: 'Try Again' })
  expect(again.queryByLabelText(/^End time/)).toBeNull()
  server.reply({ notes: { get: () => notePage } })
  await user.click(retry)
  expect(await again.findByLabelText(/^End time/)).toBeInTheDocument()
})

test('a correction of a session that was corrected elsewhere is refused, and the fields stay', async () => {
  const { user, part } = await openDialog({ corrections: { correct: () => fail('session_changed') } })
  await fill(user, part.getByLabelText(/^End time/), '09:55')
  const reads = server.calls.filter((call) => call === 'sessions.get').length
  await user.click(part.getByRole('button', { name: 'Correct session' }))
  expect(await part.findByRole('alert')).toHaveTextContent(
    'This session was corrected elsewhere in the meantime. Open “Correct session” again to see its current data.',
  )
  await vi.waitFor(() => expect(server.calls.filter((call) => call === 'sessions.get').length).toBeGreaterThan(reads))
  expect(part.getByLabelText(/^End time/)).toHaveValue('09:55')
})

test('a note can be signed after its session was corrected', async () => {
  const { user, part } = await openDialog({
    review: signingReplies.review,
    corrections: { correct: () => ({ ...session, endTime: '10:00' }) },
  })
  await fill(user, part.getByLabelText(/^End time/), '10:00')
  server.reply({
    notes: { get: () => ({ ...notePage, session: { ...notePage.session, endTime: '10:00' } }) },
    signatures: { get: () => ({ ...unsigned, toSign: { ...toSign, facts: { ...toSign.facts, endTime: '10:00' } } }) },
  })
  await user.click(part.getByRole('button', { name: 'Correct session' }))
  expect(await screen.findByText('The session was corrected.')).toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'Sign note' }))
  const sign = await dialog('Sign note')
  expect(sign.getByText('9:00 AM – 10:00 AM')).toBeInTheDocument()
  expect(sign.getByRole('button', { name: 'Sign and lock' })).toBeEnabled()
})

test('when a session moves to another client, the dialog says that names in the text stay', async () => {
  const asked = vi.fn((to: Pick<Session, 'clientId' | 'date'>) => ({ ...session, clientId: to.clientId }))
  const { user, part } = await openDialog({ corrections: { correct: asked } })
  await user.click(part.getByRole('button', { name: 'Move to another client' }))
  expect(
    part.getByText(/Names in the note and the transcript stay as they are\. Correct them yourself\.$/),
  ).toBeVisible()
  await user.click(part.getByRole('button', { name: 'Correct session' }))
  expect(await part.findByText('Choose a client.')).toBeInTheDocument()
  expect(part.getByRole('combobox', { name: 'Client' })).toHaveFocus()
  await choose(user, part, 'Client', 'Ana Ruiz')
  await user.click(part.getByRole('button', { name: 'Correct session' }))
  expect(await screen.findByText('The session was moved.')).toBeInTheDocument()
  expect(asked.mock.calls[0]?.[0]).toMatchObject({ clientId: ana.id, date: '2026-01-05' })
})

test('a correction that is rejected shows the reason and keeps the fields', async () => {
  const { user, part } = await openDialog({ corrections: { correct: () => fail('session_busy') } })
  await user.click(part.getByRole('radio', { name: 'Telehealth' }))
  await user.click(part.getByRole('button', { name: 'Correct session' }))
  expect(await part.findByRole('alert')).toHaveTextContent(
    'This session is being recorded or processed. Change it when it is ready.',
  )
  expect(part.getByRole('radio', { name: 'Telehealth' })).toBeChecked()
})

test('readers of another therapist’s note cannot correct its session', async () => {
  server.reply(replies)
  const user = openPage(`/notes/${sessionId}`, {
    notes: { get: () => ({ ...notePage, canEdit: false, therapistName: 'Dana Reyes' }) },
  })
  await region('Plan')
  await user.click(screen.getByRole('button', { name: 'Note Preferences' }))
  await screen.findByRole('menuitem', { name: 'Print' })
  expect(screen.queryByRole('menuitem', { name: 'Correct session' })).toBeNull()
})
