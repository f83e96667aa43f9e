import { act, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { NoteSignatures } from '#shared/contract/signatures.ts'
import { notePage, sessionId, soapNote } from '#web/testing/clinical.ts'
import { locked, signature, signedPage, signer, signingReplies, toSign, unsigned } from '#web/testing/signing.ts'
import { giveHeights } from '#web/testing/layout.ts'
import { fail, held, offline, type Replies } from '#web/testing/fake-server.ts'
import { changedAccount, owner, passwordOnly } from '#web/testing/account.ts'
import { dialog, fill, openPage, region, server } from '#web/testing/open-page.tsx'

beforeEach(() => server.reply(signingReplies))

async function openNote(more: Replies = {}) {
  const user = openPage(`/notes/${sessionId}`, more)
  await region('Plan')
  return user
}

test('a snippet with a gap that is not filled in is named, and blocks the signature', async () => {
  const sections = soapNote.sections.map((one) =>
    one.title === 'Plan' ? { ...one, content: 'Measure [PHQ-9: score, date].' } : one,
  )
  const user = await openNote({
    notes: { ...signingReplies.notes, get: () => ({ ...notePage, note: { ...soapNote, sections } }) },
  })
  const button = await screen.findByRole('button', { name: 'Sign note' })
  expect(button).toHaveAccessibleDescription('Fill in [PHQ-9: score, date] before signing')
  await user.click(button)
  expect(screen.queryByRole('dialog', { name: 'Sign note' })).toBeNull()
})

test('signing locks the note and moves the focus to the title of the page', async () => {
  const user = await openNote()
  await user.click(await screen.findByRole('button', { name: 'Sign note' }))
  const sign = await dialog('Sign note')
  expect(sign.getByText('You are signing the version on screen.')).toBeInTheDocument()
  expect(sign.getByText('I held this session.')).toBeInTheDocument()
  expect(await sign.findByText('All 3 items resolved. 2 spot checks done.')).toBeInTheDocument()
  expect(sign.getByText('License LC-20417, Oregon')).toBeInTheDocument()
  expect(sign.getByText(/^Confirmed at /)).toBeInTheDocument()
  expect(sign.getByText('After signing, the text is locked. You can still add an addendum.')).toBeInTheDocument()
  const handler = vi.fn<(input: unknown) => NoteSignatures>(() => locked)
  server.reply({
    notes: { get: () => signedPage },
    signatures: { get: () => locked, sign: (input) => handler(input) },
  })
  await user.click(sign.getByRole('button', { name: 'Sign and lock' }))
  expect(await screen.findByText('Note signed and locked.')).toBeInTheDocument()
  expect(handler).toHaveBeenCalledWith(
    expect.objectContaining({ version: 1, contentSha256: '8f3a21c0d94e', attestationText: 'I held this session.' }),
  )
  expect(await screen.findByText('Signed')).toBeInTheDocument()
  await vi.waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  expect(screen.queryByRole('button', { name: 'Edit Plan' })).toBeNull()
  const block = await region('Signatures')
  expect(block.getByText('Robin Hale, LCSW')).toBeInTheDocument()
  const record = await region('Record')
  expect(record.getByText('Valid')).toBeInTheDocument()
})

test('a note whose redraft failed while its page was open can be signed', async () => {
  let isOpen = true
  const failed = { ...soapNote, state: 'failed', error: 'No content generated' } as const
  const user = await openNote({
    notes: { ...signingReplies.notes, get: () => ({ ...notePage, note: failed }) },
    signatures: {
      get: () => {
        const reply = isOpen ? { ...unsigned, toSign: null } : unsigned
        isOpen = false
        return reply
      },
    },
  })
  expect(await screen.findByText('No content generated')).toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'Sign note' }))
  expect((await dialog('Sign note')).getByText('You are signing the version on screen.')).toBeInTheDocument()
})

test('a note with unsaved changes cannot be signed, and the button shows why', async () => {
  const user = await openNote()
  await user.click(screen.getByRole('button', { name: 'Edit Plan' }))
  await fill(user, screen.getByRole('textbox', { name: 'Plan' }), 'Bed at eleven.')
  const button = await screen.findByRole('button', { name: 'Sign note' })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveAccessibleDescription('Save or discard your changes before signing')
  await user.click(button)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a note cannot be signed while the correction of its transcript is not saved', async () => {
  giveHeights()
  const user = await openNote()
  const button = await screen.findByRole('button', { name: 'Sign note' })
  expect(button).not.toHaveAttribute('aria-disabled', 'true')
  await user.click(screen.getByRole('button', { name: 'Note Preferences' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Transcript' }))
  const panel = await dialog('Transcript')
  const [turn] = within(await panel.findByRole('list', { name: 'Turns' })).getAllByRole('listitem')
  act(() => turn?.focus())
  await user.keyboard('e')
  await fill(user, await panel.findByRole('textbox', { name: 'Words of this turn' }), 'How did you sleep?')
  await user.click(panel.getByRole('button', { name: 'Close' }))
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveAccessibleDescription('Save or discard your changes before signing')
})

test('the key S opens the dialog to sign a note, and on a locked note the key N opens the dialog for an addendum', async () => {
  const user = await openNote()
  await screen.findByRole('button', { name: 'Sign note' })
  await user.keyboard('s')
  expect((await dialog('Sign note')).getByText('You are signing the version on screen.')).toBeInTheDocument()
  const other = await openNote({ notes: { get: () => signedPage }, signatures: { get: () => locked } })
  await screen.findByRole('button', { name: 'Add addendum' })
  await other.keyboard('n')
  expect((await dialog('Add addendum')).getByRole('textbox', { name: 'Reason' })).toBeInTheDocument()
})

test('the dialog to sign a note asks for the password if the confirmation has expired, and stays open if the connection is lost', async () => {
  const user = await openNote({ signatures: { get: () => ({ ...unsigned, confirmedAt: null }) } })
  await user.click(await screen.findByRole('button', { name: 'Sign note' }))
  const sign = await dialog('Sign note')
  await user.click(sign.getByRole('button', { name: 'Sign and lock' }))
  expect(sign.getByText('Enter your password.')).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  server.reply({ signatures: { get: () => unsigned, sign: offline } })
  openPage(`/notes/${sessionId}`, { signatures: { get: () => unsigned, sign: offline } })
  const signButton = await screen.findByRole('button', { name: 'Sign note' })
  signButton.click()
  const second = await dialog('Sign note')
  second.getByRole('button', { name: 'Sign and lock' }).click()
  expect(await second.findByRole('alert')).toHaveTextContent('Not signed. Check your connection and try again.')
})

test('a password that was typed to sign a note is deleted when its dialog closes, and so is the failure', async () => {
  const user = await openNote({ signatures: { get: () => ({ ...unsigned, confirmedAt: null }) } })
  await user.click(await screen.findByRole('button', { name: 'Sign note' }))
  const sign = await dialog('Sign note')
  await user.type(sign.getByLabelText('Password'), 'seven amber lanterns')
  await user.click(sign.getByRole('button', { name: 'Cancel' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('s')
  const again = await dialog('Sign note')
  expect(again.getByLabelText('Password')).toHaveValue('')
  await user.click(again.getByRole('button', { name: 'Sign and lock' }))
  expect(again.getByText('Enter your password.')).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('s')
  expect((await dialog('Sign note')).queryByText('Enter your password.')).toBeNull()
})

test('the resolved review items are counted each time the dialog to sign a note opens', async () => {
  const user = await openNote()
  await user.click(await screen.findByRole('button', { name: 'Sign note' }))
  const sign = await dialog('Sign note')
  expect(await sign.findByText('All 3 items resolved. 2 spot checks done.')).toBeInTheDocument()
  await user.click(sign.getByRole('button', { name: 'Cancel' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  server.reply({ review: { get: () => ({ ...signingReplies.review.get(), resolved: 5 }) } })
  await user.click(screen.getByRole('button', { name: 'Sign note' }))
  expect(await (await dialog('Sign note')).findByText('All 5 items resolved. 2 spot checks done.')).toBeInTheDocument()
})

test('a user with an authenticator app can confirm a signature with a code', async () => {
  const user = await openNote({
    accounts: { secondFactor: () => ({ ...passwordOnly, recoveryCodesLeft: 10 }) },
    signatures: { get: () => ({ ...unsigned, confirmedAt: null }), sign: () => locked },
  })
  const used = () => Response.json({ code: 'code_used', message: 'This code was already used.' }, { status: 422 })
  server.replyOutside({ 'POST /api/auth/two-factor/verify-totp': used })
  await user.click(await screen.findByRole('button', { name: 'Sign note' }))
  const sign = await dialog('Sign note')
  await user.click(await sign.findByRole('button', { name: 'Use an authenticator code instead' }))
  const code = sign.getByRole('textbox', { name: 'Code' })
  expect(code).toHaveFocus()
  await user.type(code, '12345{Enter}')
  expect(sign.getByText('Enter the six digits.')).toBeInTheDocument()
  await user.type(code, '6{Enter}')
  expect(await sign.findByText('This code was already used.')).toBeInTheDocument()
  const handler = vi.fn<(code: unknown) => void>()
  server.replyOutside({
    'POST /api/auth/two-factor/verify-totp': async (request) => {
      handler(await request.json())
      return Response.json({})
    },
  })
  server.reply({ notes: { get: () => signedPage }, signatures: { get: () => locked } })
  await user.clear(code)
  await user.type(code, '654 321{Enter}')
  expect(await screen.findByText('Note signed and locked.')).toBeInTheDocument()
  expect(handler).toHaveBeenCalledExactlyOnceWith({ code: '654321' })
})

test('without an authenticator app, a signature cannot be confirmed with a code', async () => {
  const user = await openNote({ signatures: { get: () => ({ ...unsigned, confirmedAt: null }) } })
  await user.click(await screen.findByRole('button', { name: 'Sign note' }))
  const sign = await dialog('Sign note')
  expect(sign.getByLabelText('Password')).toHaveFocus()
  expect(sign.queryByRole('button', { name: 'Use an authenticator code instead' })).toBeNull()
})

/** Signs the note with the data that was loaded last. Returns the request. */
async function signCurrent(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'Sign note' }))
  const sign = await dialog('Sign note')
  await vi.waitFor(() => expect(sign.getByRole('button', { name: 'Sign and lock' })).toBeEnabled())
  expect(sign.queryByText('This note changed since you opened it.')).toBeNull()
  const handler = vi.fn<(input: unknown) => NoteSignatures>(() => locked)
  server.reply({
    notes: { get: () => signedPage },
    signatures: { get: () => locked, sign: (input) => handler(input) },
  })
  await user.click(sign.getByRole('button', { name: 'Sign and lock' }))
  expect(await screen.findByText('Note signed and locked.')).toBeInTheDocument()
  return handler.mock.calls[0]?.[0]
}

test('a note that has changed is not signed, and the page offers to show the changes, which can then be signed', async () => {
  const user = await openNote({
    signatures: { get: () => ({ ...unsigned, toSign: { ...toSign, facts: { ...toSign.facts, startTime: '08:00' } } }) },
  })
  await user.click(await screen.findByRole('button', { name: 'Sign note' }))
  const sign = await dialog('Sign note')
  expect(sign.getByRole('alert')).toHaveTextContent('This note changed since you opened it.')
  expect(sign.getByRole('button', { name: 'Sign and lock' })).toBeDisabled()
  server.reply({ signatures: { get: () => unsigned } })
  await user.click(sign.getByRole('button', { name: 'See what changed' }))
  await user.click((await dialog(/Versions/)).getByRole('button', { name: 'Close' }))
  expect(await signCurrent(user)).toMatchObject({ version: 1 })
})

test('if a note to sign changed in another tab, a dialog shows what was added and removed since the version on screen', async () => {
  const changed = { ...soapNote, version: 2, sections: [{ title: 'Plan', content: 'Run.', statements: [] }] }
  const user = await openNote({ signatures: { get: () => unsigned, sign: () => fail('note_changed') } })
  await user.click(await screen.findByRole('button', { name: 'Sign note' }))
  const sign = await dialog('Sign note')
  await user.click(sign.getByRole('button', { name: 'Sign and lock' }))
  const created = { reason: 'drafted' as const, author: 'Attend', createdAt: '2026-03-02T10:00:00Z' }
  const was = {
    ...created,
    version: 1,
    noteType: 'SOAP' as const,
    sections: [{ title: 'Plan', content: 'Walk.', statements: [] }],
  }
  server.reply({
    notes: { get: () => ({ ...notePage, note: changed }), version: () => was },
    signatures: { get: () => ({ ...unsigned, toSign: { ...toSign, version: 2 } }) },
  })
  const seeChanges = await sign.findByRole('button', { name: 'See what changed' })
  expect(seeChanges).toHaveFocus()
  await user.click(seeChanges)
  const changesDialog = await dialog('Changes since version 1')
  expect(await changesDialog.findByText('+ Run.')).toBeInTheDocument()
  expect(changesDialog.getByText('− Walk.')).toBeInTheDocument()
  expect(changesDialog.getByText('“+” was added since version 1; “−” was removed.')).toBeInTheDocument()
  await user.click(changesDialog.getByRole('button', { name: 'Close' }))
  expect(await signCurrent(user)).toMatchObject({ version: 2 })
})

test('after the organization changed its statement, the author can sign the new one', async () => {
  const user = await openNote({ signatures: { get: () => unsigned, sign: () => fail('note_changed') } })
  await user.click(await screen.findByRole('button', { name: 'Sign note' }))
  const sign = await dialog('Sign note')
  await user.click(sign.getByRole('button', { name: 'Sign and lock' }))
  const attestationText = 'I held this session and wrote this note.'
  server.reply({ signatures: { get: () => ({ ...unsigned, toSign: { ...toSign, attestationText } }) } })
  await user.click(await sign.findByRole('button', { name: 'See what changed' }))
  await user.click((await dialog('Versions')).getByRole('button', { name: 'Close' }))
  expect(await signCurrent(user)).toMatchObject({ attestationText })
})

test('if another tab signs a note that is being edited, the text stays until Cancel shows the signed note', async () => {
  const user = await openNote({ notes: { ...signingReplies.notes, save: () => fail('note_signed') } })
  await user.click(screen.getByRole('button', { name: 'Edit Plan' }))
  const field = screen.getByRole('textbox', { name: 'Plan' })
  await fill(user, field, 'Walk daily.')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText(/its text is locked\. Add an addendum instead\./)).toBeInTheDocument()
  expect(field).toHaveValue('Walk daily.')
  server.reply({ notes: { get: () => signedPage }, signatures: { get: () => locked } })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: /^Discard/ }))
  expect(await screen.findByRole('button', { name: 'Add addendum' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Edit Plan' })).toBeNull()
})

test.each([
  ['returns to the edit button after a save', 'Edit Plan', null],
  ['stays where the user moved it during a save', 'Sign note', 'Sign note'],
])('the focus in a note %s', async (_rule, focused, next) => {
  const save = held(() => ({ ...soapNote, version: 2 }))
  const user = await openNote({
    notes: { ...signingReplies.notes, save: save.reply },
    signatures: { get: () => unsigned },
  })
  await user.click(screen.getByRole('button', { name: 'Edit Plan' }))
  await fill(user, screen.getByRole('textbox', { name: 'Plan' }), 'Walk daily.')
  await user.keyboard('{Control>}s{/Control}')
  expect(screen.getByRole('textbox', { name: 'Plan' })).toBeDisabled()
  if (next) act(() => screen.getByRole('button', { name: next }).focus())
  save.release()
  await vi.waitFor(() => expect(screen.queryByRole('textbox', { name: 'Plan' })).toBeNull())
  expect(screen.getByRole('button', { name: focused })).toHaveFocus()
})

test('a note that another tab signed shows the signer, the time and the signature', async () => {
  const user = await openNote({ signatures: { get: () => unsigned, sign: () => fail('note_signed') } })
  await user.click(await screen.findByRole('button', { name: 'Sign note' }))
  const sign = await dialog('Sign note')
  server.reply({
    notes: { get: () => signedPage },
    signatures: { get: () => locked, sign: () => fail('note_signed') },
  })
  await user.click(sign.getByRole('button', { name: 'Sign and lock' }))
  expect(await sign.findByText(/^Already signed by Robin Hale at \d{1,2}:05 [AP]M\.$/)).toBeInTheDocument()
  expect(sign.getByRole('button', { name: 'Sign and lock' })).toBeDisabled()
  expect(sign.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await user.click(sign.getByRole('button', { name: 'Cancel' }))
  expect((await region('Signatures')).getByText('Robin Hale, LCSW')).toBeInTheDocument()
})

test.each([
  ['the contact', { contact: 'phone call' as const }],
  ['the people present', { participants: ['Kim'] }],
])('a note is not signed if %s changed elsewhere', async (_what, changed) => {
  const facts = { ...toSign.facts, ...changed }
  const user = await openNote({ signatures: { get: () => ({ ...unsigned, toSign: { ...toSign, facts } }) } })
  await user.click(await screen.findByRole('button', { name: 'Sign note' }))
  const sign = await dialog('Sign note')
  expect(sign.getByRole('alert')).toHaveTextContent('This note changed since you opened it.')
  expect(sign.getByRole('button', { name: 'Sign and lock' })).toBeDisabled()
})

test('a late entry shows the dates of session and signature, and the key C copies a locked note', async () => {
  const lateSignatures = { ...locked, signatures: [{ ...signature, isLate: true }] }
  const user = await openNote({ notes: { get: () => signedPage }, signatures: { get: () => lateSignatures } })
  expect(
    (await region('Signatures')).getByText(/^Signed .* · Late entry for the session on \d\d\/\d\d\/\d{4}$/),
  ).toBeInTheDocument()
  vi.stubGlobal('isSecureContext', true)
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.keyboard('c')
  expect(copied).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('Plan as written.'))
})

test('without credentials, the dialog to sign a note links to the profile', async () => {
  const without = { ...signer, credentials: '' }
  const user = await openNote({ signatures: { get: () => ({ ...unsigned, toSign: { ...toSign, signer: without } }) } })
  await user.click(await screen.findByRole('button', { name: 'Sign note' }))
  const sign = await dialog('Sign note')
  expect(sign.getByRole('alert')).toHaveTextContent('Add your credentials before signing.')
  expect(sign.getByRole('link', { name: 'Open your profile' })).toHaveAttribute('href', '/profile')
})

test('a note can be signed as soon as the credentials are added to the profile', async () => {
  const get = (credentials: string) => () => ({
    ...unsigned,
    toSign: { ...toSign, signer: { ...signer, credentials } },
  })
  const user = await openNote({ signatures: { get: get('') } })
  await user.click(await screen.findByRole('button', { name: 'Sign note' }))
  await user.click((await dialog('Sign note')).getByRole('link', { name: 'Open your profile' }))
  await fill(user, await screen.findByLabelText('Credentials'), 'LMFT')
  server.reply({
    accounts: { update: (changes) => changedAccount(owner, changes) },
    signatures: { get: get('LMFT') },
  })
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Profile updated successfully')).toBeInTheDocument()
  await act(async () => window.history.back())
  await user.click(await screen.findByRole('button', { name: 'Sign note' }))
  const sign = await dialog('Sign note')
  expect(await sign.findByText('Robin Hale, LMFT')).toBeInTheDocument()
  expect(sign.getByRole('button', { name: 'Sign and lock' })).toBeEnabled()
})

test('a pre-licensed author sends the note to the supervisor', async () => {
  const user = await openNote({
    signatures: {
      get: () => ({ ...unsigned, toSign: { ...toSign, supervisor: { name: 'Ruth Halden' }, lateDays: 4 } }),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Sign note' }))
  const sign = await dialog('Sign note')
  expect(sign.getByRole('button', { name: 'Sign and send to Ruth Halden' })).toBeInTheDocument()
  expect(sign.getByText(/Your supervisor co-signs next\.$/)).toBeInTheDocument()
  expect(sign.getByText('Late entry: signed 4 days after the session.')).toBeInTheDocument()
})
