import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { CosignNote, CosignQueue, NoteComment } from '#shared/contract/cosign.ts'
import { owner } from '#web/testing/account.ts'
import { cosignNote, emptyQueue, secondItem, waitingItem } from '#web/testing/cosign.ts'
import { expectAccessible } from '#web/testing/expect-accessible.ts'
import { badGateway, fail, held, offline, type Replies } from '#web/testing/fake-server.ts'
import { dialog, openPage, region, server } from '#web/testing/open-page.tsx'

const queue: CosignQueue = { ...emptyQueue, toCosign: [waitingItem, secondItem] }
const comment: NoteComment = {
  id: 'c1',
  version: 1,
  section: 'Assessment',
  sentence: 1,
  quote: 'Suicide risk is low.',
  authorName: 'Robin Hale',
  credentials: 'PhD',
  text: 'Please write why.',
  createdAt: '2026-11-20T17:38:00.000Z',
  replies: [],
}
const thread = { items: [comment], cosignerName: 'Robin Hale', awayUntil: null, returned: null }
const path = `/session-notes/co-sign?note=${waitingItem.sessionId}`

async function openNote(more: Replies = {}, note: CosignNote = cosignNote) {
  server.reply({ cosign: { queue: () => queue, get: () => note } })
  const user = openPage(path, more)
  await screen.findByRole('heading', { name: 'Juniper Vale' })
  return user
}

test('the co-sign queue lists the oldest note first, and one button opens it', async () => {
  const user = openPage('/session-notes/co-sign', {
    cosign: { queue: () => queue, get: () => cosignNote },
  })
  const list = within(await screen.findByRole('navigation', { name: 'Notes to co-sign' }))
  expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Juniper Vale'),
    expect.stringContaining('Bram Ostrow'),
  ])
  await expectAccessible()
  await user.click(screen.getByRole('button', { name: 'Start with the oldest' }))
  expect(await screen.findByRole('heading', { name: 'Juniper Vale' })).toHaveFocus()
  expect((await region('Assessment')).getByText('Suicide risk is low.')).toBeInTheDocument()
  await expectAccessible()
})

test('an empty co-sign queue says that notes will appear there', async () => {
  openPage('/session-notes/co-sign', { cosign: { queue: () => emptyQueue } })
  expect(
    await screen.findByText('No notes to co-sign. Notes from your associates will appear here.'),
  ).toBeInTheDocument()
})

test('a co-sign queue and a note that fail to load can be reloaded', async () => {
  const user = openPage(path, { cosign: { queue: badGateway, get: badGateway } })
  expect(await screen.findByText('Failed to load the notes to co-sign')).toBeInTheDocument()
  server.reply({ cosign: { queue: () => queue } })
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Failed to load the note')).toBeInTheDocument()
  server.reply({ cosign: { get: () => cosignNote } })
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { name: 'Juniper Vale' })).toBeInTheDocument()
})

test('a comment belongs to the chosen sentence, and a note can be returned only with a comment', async () => {
  const returns = vi.fn<() => CosignQueue>(() => ({
    ...emptyQueue,
    toCosign: [secondItem],
    returned: [{ ...waitingItem, status: 'returned', commentCount: 1, returnedBy: 'Robin Hale' }],
  }))
  const sentInputs: unknown[] = []
  const user = await openNote({
    cosign: {
      comment: (input) => {
        sentInputs.push(input)
        const item = { ...waitingItem, commentCount: 1 }
        server.reply({
          cosign: {
            queue: () => ({ ...queue, toCosign: [item, secondItem] }),
            get: () => ({ ...cosignNote, item, comments: [comment] }),
          },
        })
        return thread
      },
      return: returns,
    },
  })
  const button = () => screen.getByRole('button', { name: /^Return/ })
  expect(button()).toHaveAttribute('aria-disabled', 'true')
  expect(button()).toHaveAccessibleDescription('Add a comment before returning')
  await user.click(screen.getByRole('button', { name: 'Suicide risk is low.' }))
  const field = screen.getByRole('textbox', { name: 'Comment on “Suicide risk is low.”' })
  expect(field).toHaveFocus()
  await user.paste('Please write why.')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByRole('article', { name: 'Comment 1 on “Suicide risk is low.”' })).toHaveTextContent(
    'Please write why.',
  )
  expect(sentInputs).toEqual([
    {
      sessionId: waitingItem.sessionId,
      version: 1,
      section: 'Assessment',
      sentence: 1,
      text: 'Please write why.',
      requestId: expect.any(String),
    },
  ])
  await vi.waitFor(() => expect(button()).toHaveTextContent('Return with 1 comment'))
  const returned = { ...waitingItem, status: 'returned' as const, commentCount: 1, returnedBy: 'Robin Hale' }
  server.reply({ cosign: { get: () => ({ ...cosignNote, item: returned, comments: [comment] }) } })
  await user.dblClick(button())
  expect(returns).toHaveBeenCalledOnce()
  expect(
    await screen.findByText(/^You returned this note to Tamsin Okell on .* Waiting for a new version\.$/),
  ).toBeVisible()
  expect(screen.getByText(/Superseded by the return/)).toBeInTheDocument()
  await expectAccessible()
})

test('after a comment is saved, the focus returns to its sentence, unless the user has focused something else', async () => {
  const first = held(() => thread)
  const second = held(() => thread)
  const user = await openNote({ cosign: { comment: first.reply } })
  const sentence = screen.getByRole('button', { name: 'Suicide risk is low.' })
  const field = () => screen.queryByRole('textbox', { name: 'Comment on “Suicide risk is low.”' })
  const send = async () => {
    await user.click(sentence)
    await user.paste('Please write why.')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(field()).toBeDisabled()
  }
  await send()
  first.release()
  await vi.waitFor(() => expect(field()).toBeNull())
  expect(sentence).toHaveFocus()
  server.reply({ cosign: { comment: second.reply } })
  await send()
  act(() => screen.getByRole('button', { name: 'Co-sign' }).focus())
  second.release()
  await vi.waitFor(() => expect(field()).toBeNull())
  expect(screen.getByRole('button', { name: 'Co-sign' })).toHaveFocus()
})

test('a comment that fails to save shows the reason, keeps the text, and is sent again as the same request', async () => {
  const sentInputs: unknown[] = []
  const user = await openNote({
    cosign: {
      comment: (input) => {
        sentInputs.push(input)
        return offline()
      },
    },
  })
  await user.click(screen.getByRole('button', { name: 'Add comment' }))
  const field = screen.getByRole('textbox', { name: 'Comment on “Panic symptoms are less frequent.”' })
  await user.paste('Since when?')
  const [, submit] = screen.getAllByRole('button', { name: 'Add comment' })
  await user.click(submit ?? field)
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Not saved\. Check your connection and try again\.$/)
  expect(field).toHaveValue('Since when?')
  await user.click(submit ?? field)
  await vi.waitFor(() => expect(sentInputs).toEqual([sentInputs[0], sentInputs[0]]))
})

test('co-signing confirms the password, sends the statement and opens the next note', async () => {
  const sentInputs: unknown[] = []
  const user = await openNote({
    cosign: {
      sign: (input) => {
        sentInputs.push(input)
        return { ...emptyQueue, toCosign: [secondItem] }
      },
    },
  })
  server.replyOutside({ 'POST /api/auth/two-factor/check-password': () => Response.json({}) })
  await user.click(screen.getByRole('button', { name: 'Co-sign' }))
  const sheet = await dialog('Co-sign note')
  await expectAccessible()
  expect(sheet.getByText('Robin Hale, PhD')).toBeInTheDocument()
  expect(sheet.getByLabelText('I reviewed this note as supervisor; I did not see the client.')).toBeChecked()
  await user.click(sheet.getByLabelText('I was present.'))
  server.reply({ cosign: { get: () => ({ ...cosignNote, item: secondItem }) } })
  await user.type(sheet.getByLabelText('Password'), 'correct horse{Enter}')
  expect(await screen.findByText('Co-signed. 1 note left.')).toBeInTheDocument()
  expect(sentInputs).toMatchObject([{ version: 1, contentSha256: cosignNote.contentSha256, wasPresent: true }])
  expect(await screen.findByRole('heading', { name: 'Bram Ostrow' })).toBeInTheDocument()
})

test('a note to co-sign and its dialog name the type of the session, who else was present, and the contact', async () => {
  const facts = { type: 'Couple', participants: ['Kim Vale', 'an interpreter'], contact: 'phone call' as const }
  const user = await openNote({}, { ...cosignNote, facts })
  const shown = 'Type: Couple · Also present: Kim Vale, an interpreter · Contact: Phone call'
  expect(within(screen.getByRole('article', { name: 'Note to co-sign' })).getByText(shown)).toBeInTheDocument()
  await user.keyboard('s')
  expect((await dialog('Co-sign note')).getByText(shown)).toBeInTheDocument()
})

test('after the last note is co-signed, the title of the page takes the focus', async () => {
  const user = await openNote(
    { cosign: { sign: () => emptyQueue } },
    { ...cosignNote, confirmedAt: '2026-11-20T17:38:00.000Z' },
  )
  await user.keyboard('s')
  await user.click((await dialog('Co-sign note')).getByRole('button', { name: 'Co-sign' }))
  expect(await screen.findByText('Co-signed. No notes left.')).toBeInTheDocument()
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('heading', { level: 1, name: 'Co-sign' })).toHaveFocus()
})

test('the co-sign dialog stays open after a wrong password or a lost connection', async () => {
  const user = await openNote({ cosign: { sign: offline } })
  const wrongPassword = () =>
    Response.json({ code: 'password_wrong', message: 'This is not your password.' }, { status: 422 })
  server.replyOutside({ 'POST /api/auth/two-factor/check-password': wrongPassword })
  await user.keyboard('s')
  const sheet = await dialog('Co-sign note')
  await user.type(sheet.getByLabelText('Password'), 'wrong{Enter}')
  expect(await sheet.findByText('Wrong password. Try again.')).toBeInTheDocument()
  server.replyOutside({ 'POST /api/auth/two-factor/check-password': () => Response.json({}) })
  await user.type(sheet.getByLabelText('Password'), '{Enter}')
  expect(await sheet.findByRole('alert')).toHaveTextContent('Not signed. Check your connection and try again.')
})

test('if the author has signed a note again, the co-sign page asks to reload the note', async () => {
  const user = await openNote(
    { cosign: { sign: () => fail('cosign_changed', { name: 'Tamsin Okell' }) } },
    {
      ...cosignNote,
      confirmedAt: '2026-11-20T17:38:00.000Z',
    },
  )
  await user.keyboard('s')
  await user.click((await dialog('Co-sign note')).getByRole('button', { name: 'Co-sign' }))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Tamsin Okell signed a new version. Reload to read it.')
  await vi.waitFor(() => expect(screen.getByRole('heading', { level: 2, name: 'Juniper Vale' })).toHaveFocus())
  server.reply({ cosign: { get: () => ({ ...cosignNote, version: 2 }) } })
  await user.click(within(alert).getByRole('button', { name: 'Reload' }))
  expect(await screen.findByText(/Version 2$/)).toBeInTheDocument()
})

test('a new version of a note to co-sign is not loaded while a comment is written', async () => {
  const user = await openNote(
    { cosign: { sign: () => fail('cosign_changed', { name: 'Tamsin Okell' }) } },
    { ...cosignNote, confirmedAt: '2026-11-20T17:38:00.000Z' },
  )
  await user.keyboard('s')
  await user.click((await dialog('Co-sign note')).getByRole('button', { name: 'Co-sign' }))
  const reload = within(await screen.findByRole('alert')).getByRole('button', { name: 'Reload' })
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Ride the bus for two stops.' }))
  const field = screen.getByRole('textbox', { name: 'Comment on “Ride the bus for two stops.”' })
  await user.paste('With whom?')
  server.reply({ cosign: { get: () => ({ ...cosignNote, version: 2 }) } })
  await user.click(reload)
  expect(await screen.findByText(/^Add or cancel your comment first\. Copy its text/)).toBeInTheDocument()
  expect(field).toHaveFocus()
  expect(field).toHaveValue('With whom?')
  await user.clear(field)
  await user.click(reload)
  expect(await screen.findByText(/Version 2$/)).toBeInTheDocument()
})

test('a note that no longer awaits a co-signature shows its state after a refused decision', async () => {
  const returned = { ...waitingItem, status: 'returned' as const, commentCount: 1, returnedBy: 'Ruth Halden' }
  const user = await openNote(
    { cosign: { return: () => fail('cosign_not_waiting') } },
    { ...cosignNote, item: { ...waitingItem, commentCount: 1 }, comments: [comment] },
  )
  const get = () => ({ ...cosignNote, item: returned, comments: [comment] })
  server.reply({ cosign: { queue: () => ({ ...queue, toCosign: [secondItem], returned: [returned] }), get } })
  await user.click(screen.getByRole('button', { name: 'Return with 1 comment' }))
  expect(await screen.findByText('This note does not await a co-signature.')).toBeInTheDocument()
  expect(await screen.findByText(/^Ruth Halden returned this note/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Co-sign' })).toBeNull()
  expect(screen.getByRole('heading', { name: 'Juniper Vale' })).toHaveFocus()
})

test('a note whose author has unlocked it disappears after a refused co-signature, and the focus moves to the title', async () => {
  const user = await openNote(
    { cosign: { sign: () => fail('cosign_not_waiting') } },
    { ...cosignNote, confirmedAt: '2026-11-20T17:38:00.000Z' },
  )
  await user.keyboard('s')
  const question = await dialog('Co-sign note')
  const toCosign = [secondItem]
  server.reply({ cosign: { queue: () => ({ ...queue, toCosign }), get: () => fail('cosign_not_waiting') } })
  await user.click(question.getByRole('button', { name: 'Co-sign' }))
  expect(await screen.findByText('Nothing to co-sign here')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Co-sign' })).toBeNull()
  await vi.waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Co-sign' })).toHaveFocus())
})

test('the keys of a note to co-sign work again after its dialog was closed', async () => {
  const user = await openNote()
  for (let times = 0; times < 2; times++) {
    await user.keyboard('s')
    await dialog('Co-sign note')
    await user.keyboard('m')
    expect(screen.queryByRole('textbox', { name: /^Comment on/ })).toBeNull()
    await user.keyboard('{Escape}')
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
})

test('keys open a comment, and move between the sentences of a note to co-sign', async () => {
  const user = await openNote()
  await user.keyboard('m')
  expect(screen.getByRole('textbox', { name: /^Comment on “Panic/ })).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(screen.getByRole('button', { name: 'Panic symptoms are less frequent.' })).toHaveFocus()
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(screen.getByRole('button', { name: 'Ride the bus for two stops.' })).toHaveFocus()
})

test('an open comment is not lost by Escape, another sentence, co-signing or another page', async () => {
  const user = await openNote()
  await user.keyboard('m')
  const field = screen.getByRole('textbox', { name: /^Comment on “Panic/ })
  await user.keyboard('How often?{Escape}')
  expect(field).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Ride the bus for two stops.' }))
  expect(await screen.findByText('Add or cancel your comment first.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Co-sign' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(field).toHaveFocus()
  await user.click(screen.getByRole('link', { name: 'All notes to co-sign' }))
  await user.click((await dialog('Unsaved changes')).getByRole('button', { name: 'Keep editing' }))
  expect(field).toHaveValue('How often?')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click((await dialog('Unsaved changes')).getByRole('button', { name: 'Discard changes' }))
  await vi.waitFor(() => expect(screen.queryByRole('textbox', { name: /^Comment on/ })).toBeNull())
})

test('an owner sees that a supervisor is away, and reassigns the note', async () => {
  const others = [{ ...waitingItem, supervisorName: 'Ruth Halden', awayUntil: '2026-12-01' }]
  const member = {
    firstName: 'Sten',
    lastName: 'Aker',
    email: 'sten@example.test',
    role: 'supervisor' as const,
    managedBy: null,
    prelicensedBy: null,
    isActive: true,
    joinedAt: '2026-01-01T00:00:00.000Z',
    userId: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d7c09',
  }
  const namesake = { ...member, firstName: 'Tamsin', lastName: 'Okell', userId: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d7c08' }
  const author = { ...namesake, userId: waitingItem.author.userId }
  const sentInputs: unknown[] = []
  const user = openPage('/session-notes/co-sign', {
    accounts: { me: () => owner },
    members: { list: () => ({ items: [member, namesake, author], former: [] }) },
    cosign: {
      queue: () => ({ ...emptyQueue, others }),
      assign: (input) => {
        sentInputs.push(input)
        return { ...emptyQueue, others: [{ ...waitingItem, assigned: { userId: member.userId, name: 'Sten Aker' } }] }
      },
    },
  })
  expect(
    await screen.findByText('Ruth Halden is away until 12/1/2026. An owner can reassign these notes.'),
  ).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Reassign the note about Juniper Vale' }))
  expect(await screen.findAllByRole('menuitem', { name: 'Tamsin Okell' })).toHaveLength(1)
  await user.click(screen.getByRole('menuitem', { name: 'Sten Aker' }))
  expect(await screen.findByText('Reassigned to Sten Aker')).toBeInTheDocument()
  expect(sentInputs).toEqual([{ sessionId: waitingItem.sessionId, userId: member.userId }])
})
