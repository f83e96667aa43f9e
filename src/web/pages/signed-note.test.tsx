import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { notePage, sessionId } from '#web/testing/clinical.ts'
import { locked, signature, signedPage, signer, signingReplies, unsigned } from '#web/testing/signing.ts'
import { fail, offline, type Replies } from '#web/testing/fake-server.ts'
import { dialog, fill, openPage, region, server } from '#web/testing/open-page.tsx'

const addendum = {
  ...signer,
  number: 1,
  kind: 'addendum' as const,
  text: 'Wren called.',
  reason: 'A call',
  eventDate: null,
  isOfUnsignedNote: false,
  signedAt: '2026-03-03T09:32:00Z',
  timeZone: 'UTC',
  authMethod: 'password' as const,
  isIntact: true,
}

beforeEach(() => server.reply(signingReplies))

async function openNote(more: Replies = {}) {
  const user = openPage(`/notes/${sessionId}`, more)
  await region('Plan')
  return user
}

test('an addendum is added to a signed note', async () => {
  const user = await openNote({ notes: { get: () => signedPage }, signatures: { get: () => locked } })
  expect(
    (await region('Addenda')).getByText('No addenda. Corrections and later information are added here.'),
  ).toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'Add addendum' }))
  const form = await dialog('Add addendum')
  await user.click(form.getByRole('button', { name: 'Sign addendum' }))
  expect(form.getByText('Write the addendum.')).toBeInTheDocument()
  expect(form.getByText('Write a reason.')).toBeInTheDocument()
  const date = form.getByLabelText(/^Date of the event/)
  await fill(user, date, '2099-01-05')
  await user.click(form.getByRole('button', { name: 'Sign addendum' }))
  expect(form.getByText('The date of the event cannot be in the future.')).toBeInTheDocument()
  await user.clear(date)
  await fill(user, form.getByRole('textbox', { name: 'Text' }), 'Wren called.')
  await fill(user, form.getByRole('textbox', { name: 'Reason' }), 'A call')
  server.reply({
    signatures: {
      addAddendum: () => ({ ...locked, addenda: [addendum] }),
      get: () => ({ ...locked, addenda: [addendum] }),
    },
  })
  await user.click(form.getByRole('button', { name: 'Sign addendum' }))
  const card = await region('Addenda')
  expect(await card.findByText('Wren called.')).toBeInTheDocument()
  expect(card.getByText('Addendum 1')).toBeInTheDocument()
})

test('an addendum whose response was lost is sent again as the same request, unless it was changed', async () => {
  const sent: { text: string; requestId?: string | undefined }[] = []
  const user = await openNote({
    notes: { get: () => signedPage },
    signatures: {
      get: () => locked,
      addAddendum: (input) => {
        sent.push(input)
        return offline()
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Add addendum' }))
  const form = await dialog('Add addendum')
  await fill(user, form.getByRole('textbox', { name: 'Text' }), 'Wren called.')
  await fill(user, form.getByRole('textbox', { name: 'Reason' }), 'A call')
  for (const text of ['Wren called.', 'Wren called.', 'Wren called twice.']) {
    await fill(user, form.getByRole('textbox', { name: 'Text' }), text)
    const before = sent.length
    await user.click(form.getByRole('button', { name: 'Sign addendum' }))
    await vi.waitFor(() => expect(sent).toHaveLength(before + 1))
    expect(await form.findByRole('alert')).toHaveTextContent(/^The addendum was not saved\. Check your connection/)
  }
  const [first, second, changed] = sent
  expect(first?.requestId).toEqual(expect.any(String))
  expect(second).toEqual(first)
  expect(changed?.requestId).not.toBe(first?.requestId)
})

test('a signature whose check fails is shown as such, and the note stays readable', async () => {
  await openNote({
    notes: { get: () => signedPage },
    signatures: { get: () => ({ ...locked, signatures: [{ ...signature, isIntact: false }] }) },
  })
  const record = await region('Record')
  expect(record.getByRole('alert')).toHaveTextContent('Signature check failed. Contact your Attend administrator.')
  expect(within(screen.getByRole('article', { name: 'Note' })).getByText('Plan as written.')).toBeInTheDocument()
})

test('the unlock dialog opens after the addendum dialog was canceled, even with as many addenda as signatures', async () => {
  const user = await openNote({
    notes: { get: () => signedPage },
    signatures: { get: () => ({ ...locked, addenda: [addendum] }) },
  })
  await user.click(await screen.findByRole('button', { name: 'Add addendum' }))
  const form = await dialog('Add addendum')
  await user.click(form.getByRole('button', { name: 'Cancel' }))
  await user.click((await region('Record')).getByRole('button', { name: /^Unlock until / }))
  expect((await dialog('Unlock note')).getByRole('textbox', { name: 'Reason' })).toHaveFocus()
})

test('the author unlocks a signed note with a reason', async () => {
  const user = await openNote({ notes: { get: () => signedPage }, signatures: { get: () => locked } })
  await user.click((await region('Record')).getByRole('button', { name: /^Unlock until / }))
  const unlock = await dialog('Unlock note')
  await user.click(unlock.getByRole('button', { name: 'Unlock' }))
  expect(unlock.getByText('Write a reason.')).toBeInTheDocument()
  await fill(user, unlock.getByRole('textbox', { name: 'Reason' }), 'A wrong date')
  const superseded = { kind: 'unlocked' as const, reason: 'A wrong date', by: 'Robin Hale', at: '2026-03-02T11:00:00Z' }
  const open = { ...unsigned, signatures: [{ ...signature, superseded }] }
  server.reply({ notes: { get: () => notePage }, signatures: { unlock: () => open, get: () => open } })
  await user.click(unlock.getByRole('button', { name: 'Unlock' }))
  expect(await screen.findByRole('button', { name: 'Sign again' })).toBeInTheDocument()
  expect((await region('Signatures')).getByText(/Superseded: unlocked by the author$/)).toBeInTheDocument()
})

test('the text of a superseded version is shown on request, with the reason of the unlock', async () => {
  const superseded = { kind: 'unlocked' as const, reason: 'A wrong date', by: 'Robin Hale', at: '2026-03-02T11:00:00Z' }
  const version = {
    version: 1,
    noteType: 'SOAP',
    reason: 'drafted',
    author: '',
    createdAt: signature.signedAt,
  } as const
  const sections = [{ title: 'Plan', content: 'Meets again on Friday.', statements: [] }]
  const user = await openNote({
    notes: { get: () => signedPage, version: () => fail('session_missing') },
    signatures: {
      get: () => ({
        ...locked,
        signatures: [
          { ...signature, superseded },
          { ...signature, id: 's2', version: 2 },
        ],
      }),
    },
  })
  const block = await region('Signatures')
  await user.click(block.getByRole('button', { name: 'Show version 1' }))
  server.reply({ notes: { version: () => ({ ...version, sections }) } })
  await user.click(await block.findByRole('button', { name: 'Try Again' }))
  const old = within(await block.findByRole('region', { name: 'Version 1, superseded' }))
  expect(
    old.getByText(/^Unlocked by Robin Hale 03\/02\/2026, 11:00 AM UTC\. Reason: A wrong date$/),
  ).toBeInTheDocument()
  expect(old.getByText('Meets again on Friday.')).toBeInTheDocument()
  await user.click(block.getByRole('button', { name: 'Hide version 1' }))
  expect(block.queryByText('Meets again on Friday.')).toBeNull()
  expect(block.queryByRole('button', { name: 'Show version 2' })).toBeNull()
})
