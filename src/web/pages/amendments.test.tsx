import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AmendmentRequest, AmendmentRequests } from '#shared/contract/amendments.ts'
import type { NoteSignatures } from '#shared/contract/signatures.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { owner } from '#web/testing/account.ts'
import { deniedRequest, openRequest } from '#web/testing/amendments.ts'
import {
  heldSession,
  insights,
  lastCopy,
  maya,
  notePage,
  sessionId,
  soapNote,
  transcript,
} from '#web/testing/clinical.ts'
import { expectAccessible } from '#web/testing/expect-accessible.ts'
import { badGateway, fail, held, type Replies } from '#web/testing/fake-server.ts'
import { dialog, fill, openPage, region, server } from '#web/testing/open-page.tsx'
import { unsigned } from '#web/testing/signing.ts'
import { shownDate, todayIn } from '#web/ui/format/dates.ts'

const today = todayIn(owner.timeZone)
const locked: NoteSignatures = { ...unsigned, status: 'signed', toSign: null, canAddAddendum: true }
const of = (...items: AmendmentRequest[]): AmendmentRequests => ({ items, canAnswer: true })

beforeEach(() =>
  server.reply({
    notes: { get: () => ({ ...notePage, canEdit: false, note: { ...soapNote, status: 'signed' } }) },
    transcripts: { get: () => transcript },
    insights: { get: () => insights },
    signatures: { get: () => locked },
    copies: { last: () => null },
    clients: { get: () => maya },
  }),
)

async function openNote(requests: AmendmentRequests, more: Replies = {}) {
  const user = openPage(`/notes/${sessionId}`, { amendments: { ofNote: () => requests }, ...more })
  await region('Plan')
  return user
}

async function openClient(amendments: Replies['amendments'], more: Replies = {}) {
  const user = openPage(`/clients/${maya.id}`, { ...more, ...(amendments && { amendments }) })
  await user.click(await screen.findByRole('button', { name: 'Amendment requests' }))
  return { user, part: await region('Amendment requests') }
}

test('an amendment request is logged from the menu of a note, and the dialog shows its due date', async () => {
  const user = await openNote(of())
  await user.click(screen.getByRole('button', { name: 'Note Preferences' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Log an amendment request' }))
  const form = await dialog('Log an amendment request')
  expect(form.getByText(new RegExp(`^Answer due ${shownDate(addDays(today, 60))}, 60 days after`))).toBeInTheDocument()
  await user.click(form.getByRole('button', { name: 'Log request' }))
  expect(form.getByText('Write what the client asks.')).toBeInTheDocument()
  await fill(user, form.getByLabelText(/^Received on/), addDays(today, 1))
  await fill(user, form.getByLabelText(/^What the client asks/), openRequest.text)
  await user.click(form.getByRole('button', { name: 'Log request' }))
  expect(form.getByText('The date received cannot be in the future.')).toBeInTheDocument()
  await fill(user, form.getByLabelText(/^Received on/), today)
  await user.selectOptions(form.getByLabelText('How it arrived'), 'Phone')
  await expectAccessible()
  const handler = vi.fn<(input: unknown) => AmendmentRequest>(() => openRequest)
  server.reply({ amendments: { ofNote: () => of(openRequest), log: (input) => handler(input) } })
  await user.click(form.getByRole('button', { name: 'Log request' }))
  expect(await screen.findByText('Amendment request logged.')).toBeInTheDocument()
  expect(handler).toHaveBeenCalledExactlyOnceWith({
    sessionId,
    receivedOn: today,
    channel: 'phone',
    text: openRequest.text,
    requestId: expect.any(String),
  })
  const card = await region('Amendment requests')
  expect(card.getByText('Due in 60 days')).toBeInTheDocument()
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Note Preferences' })).toHaveFocus())
})

test('an amendment request is denied with a reason and an explanation, and the focus stays at the request', async () => {
  const user = await openNote(of(openRequest))
  const card = await region('Amendment requests')
  await user.click(card.getByRole('button', { name: 'Deny…' }))
  const form = await dialog('Deny the request')
  await user.click(form.getByRole('button', { name: 'Deny request' }))
  expect(form.getByText('Write the basis.')).toBeInTheDocument()
  expect(form.getByText('Choose a reason.')).toBeInTheDocument()
  await fill(user, form.getByLabelText(/^Basis of the denial/), 'It is her name.')
  await user.click(form.getByRole('radio', { name: 'Not part of the record' }))
  await expectAccessible()
  const handler = vi.fn<(input: unknown) => AmendmentRequest>(() => deniedRequest)
  server.reply({ amendments: { ofNote: () => of(deniedRequest), deny: (input) => handler(input) } })
  await user.click(form.getByRole('button', { name: 'Deny request' }))
  const item = await card.findByRole('listitem', { name: /^Request received/ })
  expect(await within(item).findByText('Denied')).toBeInTheDocument()
  expect(handler).toHaveBeenCalledWith(
    expect.objectContaining({ denialReason: 'not_in_record', basis: 'It is her name.' }),
  )
  await vi.waitFor(() => expect(item).toHaveFocus())
  expect(within(item).queryByRole('button', { name: 'Deny…' })).toBeNull()
})

test('the dialog reports that an amendment request was answered in another tab, and keeps the text', async () => {
  const user = await openNote(of(openRequest), {})
  const card = await region('Amendment requests')
  await user.click(card.getByRole('button', { name: 'Deny…' }))
  const form = await dialog('Deny the request')
  await fill(user, form.getByLabelText(/^Basis of the denial/), 'It is her name.')
  await user.click(form.getByRole('radio', { name: 'Accurate and complete' }))
  server.reply({ amendments: { ofNote: () => of(deniedRequest), deny: () => fail('amendment_answered') } })
  await user.click(form.getByRole('button', { name: 'Deny request' }))
  expect(await form.findByRole('alert')).toHaveTextContent('This request was already answered.')
  expect(form.getByLabelText(/^Basis of the denial/)).toHaveValue('It is her name.')
  await user.click(form.getByRole('button', { name: 'Cancel' }))
  await user.click((await dialog('Unsaved changes')).getByRole('button', { name: 'Discard changes' }))
  expect(await card.findByText('Denied')).toBeInTheDocument()
})

test('accepting an amendment request signs a correction, which a copied note shows as a change', async () => {
  const user = await openNote(of(openRequest), { copies: { last: () => lastCopy } })
  await vi.waitFor(() => expect(server.calls).toContain('copies.last'))
  const card = await region('Amendment requests')
  await user.click(card.getByRole('button', { name: 'Accept…' }))
  const form = await dialog('Accept the request')
  expect(await form.findByText('Signing as Robin Hale, LCSW')).toBeInTheDocument()
  expect(form.getByText(/^Confirmed at /)).toBeInTheDocument()
  await fill(user, form.getByLabelText(/^Correction/), 'The sister is called Ines.')
  const accepted: AmendmentRequest = {
    ...openRequest,
    state: 'accepted',
    steps: [
      {
        kind: 'accepted',
        denialReason: null,
        text: null,
        addendumNumber: 2,
        by: 'Robin Hale',
        at: '2026-03-04T09:00:00Z',
      },
    ],
  }
  const handler = vi.fn<(input: unknown) => AmendmentRequest>(() => accepted)
  server.reply({
    amendments: { ofNote: () => of(accepted), accept: (input) => handler(input) },
    copies: { last: () => ({ ...lastCopy, addendaSince: 1 }) },
  })
  await user.click(form.getByRole('button', { name: 'Sign and accept' }))
  expect(await card.findByText('Correction 2 of the note')).toBeInTheDocument()
  expect(await screen.findByText(/^Changed since copied on /)).toBeInTheDocument()
  expect(handler).toHaveBeenCalledWith({ amendmentId: openRequest.id, correction: 'The sister is called Ines.' })
})

test('an unsigned note must be signed before its amendment request is accepted', async () => {
  const user = await openNote(of(openRequest), { signatures: { get: () => unsigned } })
  await user.click((await region('Amendment requests')).getByRole('button', { name: 'Accept…' }))
  const form = await dialog('Accept the request')
  expect(await form.findByRole('alert')).toHaveTextContent('Correct and sign the note first.')
})

test('the extension of an amendment request names the new due date, and is offered only once', async () => {
  const user = await openNote(of(openRequest))
  const card = await region('Amendment requests')
  await user.click(card.getByRole('button', { name: 'Extend…' }))
  const form = await dialog('Extend the time')
  const dueOn = addDays(openRequest.dueOn, 30)
  expect(form.getByText(new RegExp(`^The answer will be due ${shownDate(dueOn)}`))).toBeInTheDocument()
  await fill(user, form.getByLabelText(/^Reason for the delay/), 'The record is with the court.')
  const extended: AmendmentRequest = {
    ...openRequest,
    dueOn,
    steps: [
      {
        kind: 'extended',
        denialReason: null,
        text: 'The record is with the court.',
        addendumNumber: null,
        by: 'Robin Hale',
        at: '2026-03-04T09:00:00Z',
      },
    ],
  }
  server.reply({ amendments: { ofNote: () => of(extended), extend: () => extended } })
  await user.click(form.getByRole('button', { name: 'Extend by 30 days' }))
  expect(await card.findByText('Due in 90 days')).toBeInTheDocument()
  expect(card.queryByRole('button', { name: 'Extend…' })).toBeNull()
})

test('a statement of disagreement can be attached after a denial', async () => {
  const user = await openNote(of(deniedRequest))
  const card = await region('Amendment requests')
  await user.click(card.getByRole('button', { name: 'Attach statement…' }))
  const form = await dialog('Attach the statement of disagreement')
  await fill(user, await form.findByLabelText(/^Statement of the client/), 'I disagree.')
  server.reply({ amendments: { attachStatement: () => deniedRequest } })
  await user.click(form.getByRole('button', { name: 'Sign and attach' }))
  expect(await screen.findByText('Statement attached to the note.')).toBeInTheDocument()
})

test('readers who may not answer amendment requests see them without actions', async () => {
  await openNote({ items: [openRequest], canAnswer: false })
  const card = await region('Amendment requests')
  expect(card.getByText(openRequest.text)).toBeInTheDocument()
  expect(card.queryByRole('button')).toBeNull()
})

test('the page of a client lists amendment requests with their notes, and logs a request about the chosen note', async () => {
  const older = { ...heldSession, id: maya.id, date: '2026-02-23' }
  const list = held(() => of(openRequest))
  const { user, part } = await openClient(
    { ofClient: list.reply },
    { sessions: { listForClient: () => ({ items: [heldSession, older], total: 2, pageSize: 20 }) } },
  )
  expect(part.getByText('Loading amendment requests')).toBeInTheDocument()
  list.release()
  expect(await part.findByRole('link', { name: 'Note of 03/02/2026' })).toHaveAttribute('href', `/notes/${sessionId}`)
  await expectAccessible()
  await user.click(await part.findByRole('button', { name: 'Log an amendment request' }))
  const form = await dialog('Log an amendment request')
  await user.selectOptions(form.getByLabelText('Note'), '02/23/2026, 9:00 AM')
  await fill(user, form.getByLabelText(/^What the client asks/), openRequest.text)
  const handler = vi.fn<(input: unknown) => AmendmentRequest>(() => openRequest)
  server.reply({ amendments: { log: (input) => handler(input) } })
  await user.click(form.getByRole('button', { name: 'Log request' }))
  await vi.waitFor(() => expect(handler).toHaveBeenCalledWith(expect.objectContaining({ sessionId: maya.id })))
})

test('an amendment request can be logged about the note of a no-show', async () => {
  const missed = { ...heldSession, status: 'no-show' as const, noteStatus: 'signed' as const }
  const older = { ...missed, id: maya.id, date: '2026-02-23' }
  const asked = vi.fn<(input: unknown) => void>()
  const { user, part } = await openClient(
    { ofClient: () => of() },
    {
      sessions: {
        listForClient: (input) => {
          asked(input)
          return { items: [missed, older], total: 2, pageSize: 20 }
        },
      },
    },
  )
  await user.click(await part.findByRole('button', { name: 'Log an amendment request' }))
  const form = await dialog('Log an amendment request')
  const options = within(form.getByLabelText('Note')).getAllByRole('option')
  expect(options.map((option) => option.textContent)).toEqual(['03/02/2026, 9:00 AM', '02/23/2026, 9:00 AM'])
  expect(part.queryByText('This client has no notes yet.')).toBeNull()
  expect(asked).toHaveBeenCalledWith(expect.objectContaining({ which: 'with note' }))
})

test('a list of amendment requests that fails to load can be reloaded, and an empty list says that it is empty', async () => {
  const { user, part } = await openClient(
    { ofClient: badGateway },
    { sessions: { listForClient: () => ({ items: [], total: 0, pageSize: 20 }) } },
  )
  expect(await part.findByText('Failed to load amendment requests')).toBeInTheDocument()
  server.reply({ amendments: { ofClient: () => of() } })
  await user.click(part.getByRole('button', { name: 'Try Again' }))
  expect(await part.findByText(/^No requests\./)).toBeInTheDocument()
  expect(await part.findByText('This client has no notes yet.')).toBeInTheDocument()
})

test('an amendment request that is not confirmed keeps its text while the lists of the client fail to load', async () => {
  const sessions = { listForClient: () => ({ items: [heldSession], total: 1, pageSize: 20 }) }
  const { user, part } = await openClient({ ofClient: () => of() }, { sessions })
  await user.click(await part.findByRole('button', { name: 'Log an amendment request' }))
  const form = await dialog('Log an amendment request')
  await fill(user, form.getByLabelText(/^What the client asks/), 'My brother lives in Salem.')
  server.reply({ amendments: { ofClient: badGateway, log: badGateway } })
  await user.click(form.getByRole('button', { name: 'Log request' }))
  expect(await part.findByText('Failed to load amendment requests')).toBeInTheDocument()
  expect(form.getByRole('alert')).toHaveTextContent('The request was not confirmed. Try again.')
  expect(form.getByLabelText(/^What the client asks/)).toHaveValue('My brother lives in Salem.')
})
