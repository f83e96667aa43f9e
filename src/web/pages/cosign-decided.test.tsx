import { act, screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { CosignNote, NoteComment } from '#shared/contract/cosign.ts'
import { owner } from '#web/testing/account.ts'
import { notePage, sessionId, soapNote } from '#web/testing/clinical.ts'
import { cosignNote, emptyQueue, waitingItem } from '#web/testing/cosign.ts'
import { expectAccessible } from '#web/testing/expect-accessible.ts'
import { fail, type Replies } from '#web/testing/fake-server.ts'
import { dialog, openPage, region, server } from '#web/testing/open-page.tsx'
import { locked, signedPage, signingReplies } from '#web/testing/signing.ts'

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

/** Opens the page of a note that awaits a co-signature, and then the page Co-sign. */
async function openCosignAfterNote(replies: Replies) {
  const status = 'awaiting_cosign' as const
  server.reply(signingReplies)
  server.reply({
    notes: { get: () => ({ ...signedPage, note: { ...soapNote, status } }) },
    signatures: { get: () => ({ ...locked, status }) },
    cosign: { comments: () => thread },
  })
  const user = openPage(`/notes/${sessionId}`, replies)
  await (await region('Signatures')).findByText('Awaiting co-signature')
  act(() => window.history.pushState(null, '', `/session-notes/co-sign?note=${sessionId}`))
  return user
}

test.each([
  [
    'Signed',
    'signed',
    'Co-signed. No notes left.',
    async (user: UserEvent) => {
      await user.keyboard('s')
      await user.click((await dialog('Co-sign note')).getByRole('button', { name: 'Co-sign' }))
    },
  ],
  [
    'Returned',
    'returned',
    'Returned to Tamsin Okell.',
    (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Return with 1 comment' })),
  ],
] as const)('the page of a note shows %s after its reader decided so', async (shown, status, message, decide) => {
  const item = { ...waitingItem, sessionId, commentCount: 1 }
  const user = await openCosignAfterNote({
    cosign: {
      queue: () => ({ ...emptyQueue, toCosign: [item] }),
      get: () => ({ ...cosignNote, item, comments: [comment], confirmedAt: '2026-11-20T17:38:00.000Z' }),
      sign: () => emptyQueue,
      return: () => emptyQueue,
    },
  })
  await screen.findByRole('heading', { name: 'Juniper Vale' })
  server.reply({
    notes: { get: () => ({ ...notePage, canEdit: false, note: { ...soapNote, status } }) },
    signatures: { get: () => ({ ...locked, status }) },
    cosign: { get: () => ({ ...cosignNote, item: { ...item, status, returnedBy: 'Robin Hale' } }) },
  })
  await decide(user)
  expect(await screen.findByText(message)).toBeInTheDocument()
  act(() => window.history.pushState(null, '', `/notes/${sessionId}`))
  expect(await screen.findByText(shown)).toBeInTheDocument()
  expect(screen.queryByText('Awaiting co-signature')).toBeNull()
})

test('after a note was assigned to another co-signer, its page no longer says that the supervisor is away', async () => {
  const item = { ...waitingItem, sessionId }
  const away = { supervisorName: 'Ruth Halden', awayUntil: '2026-12-01' }
  const member = {
    userId: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d7c09',
    firstName: 'Sten',
    lastName: 'Aker',
    email: 'sten@example.test',
    role: 'supervisor' as const,
    managedBy: null,
    prelicensedBy: null,
    isActive: true,
    joinedAt: '2026-01-01T00:00:00.000Z',
  }
  const user = await openCosignAfterNote({
    members: { list: () => ({ items: [member], former: [] }) },
    cosign: {
      queue: () => ({ ...emptyQueue, others: [{ ...item, ...away }] }),
      get: () => fail('cosign_not_waiting'),
      comments: () => ({ ...thread, cosignerName: away.supervisorName, awayUntil: away.awayUntil }),
      assign: () => ({ ...emptyQueue, others: [item] }),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Reassign the note about Juniper Vale' }))
  server.reply({ cosign: { comments: () => ({ ...thread, cosignerName: 'Sten Aker' }) } })
  await user.click(await screen.findByRole('menuitem', { name: 'Sten Aker' }))
  expect(await screen.findByText('Reassigned to Sten Aker.')).toBeInTheDocument()
  act(() => window.history.pushState(null, '', `/notes/${sessionId}`))
  await region('Plan')
  await vi.waitFor(() => expect(screen.queryByText(/^Ruth Halden is away until/)).toBeNull())
})

async function openCosign(get: () => CosignNote) {
  const user = openPage(`/session-notes/co-sign?note=${waitingItem.sessionId}`, {
    cosign: { queue: () => ({ ...emptyQueue, toCosign: [waitingItem] }), get },
  })
  await screen.findByRole('heading', { name: 'Juniper Vale' })
  return user
}

test('a co-signer of a new version can read their comments on earlier versions, with the replies of the author', async () => {
  const reply = { id: 'r1', authorName: 'Tamsin Okell', credentials: 'MA', text: 'Since May, see Plan.' }
  const answered = { ...comment, replies: [{ ...reply, createdAt: '2026-11-20T18:00:00.000Z' }] }
  const newest = { ...comment, id: 'c2', version: 3, text: 'Thank you.', createdAt: '2026-11-21T18:00:00.000Z' }
  const user = await openCosign(() => ({ ...cosignNote, version: 3, comments: [answered, newest] }))
  const assessment = await region('Assessment')
  expect(assessment.getByText('Thank you.')).toBeInTheDocument()
  expect(assessment.queryByText('Please write why.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Earlier comments (1)' }))
  const earlier = await region('Comments on version 1')
  expect(earlier.getByText('Please write why.')).toBeInTheDocument()
  expect(earlier.getByText('Since May, see Plan.')).toBeInTheDocument()
  expect(earlier.queryByRole('button', { name: 'Reply' })).toBeNull()
  await expectAccessible()
})

test('the absence on the page of a note to co-sign is that of the assigned member', async () => {
  const assigned = { userId: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d7c09', name: 'Sten Aker' }
  const item = { ...waitingItem, assigned, awayUntil: '2026-12-01' }
  await openCosign(() => ({ ...cosignNote, item }))
  expect(
    await screen.findByText('Sten Aker is away until 12/1/2026. An owner can reassign these notes.'),
  ).toBeInTheDocument()
})

test('the page of a note to co-sign does not say that the reader is away', async () => {
  const assigned = { userId: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d7c09', name: 'Robin Hale' }
  const item = { ...waitingItem, supervisorName: 'Ruth Halden', assigned, awayUntil: '2026-12-01' }
  await openCosign(() => ({ ...cosignNote, item }))
  await region('Assessment')
  expect(screen.queryByText(/is away until/)).toBeNull()
})

test('the list of an owner names the assigned member who is away', async () => {
  const assigned = { userId: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d7c09', name: 'Sten Aker' }
  const others = [{ ...waitingItem, supervisorName: 'Ruth Halden', assigned, awayUntil: '2026-12-24' }]
  openPage('/session-notes/co-sign', {
    accounts: { me: () => owner },
    members: { list: () => ({ items: [], former: [] }) },
    cosign: { queue: () => ({ ...emptyQueue, others }) },
  })
  expect(
    await screen.findByText('Sten Aker is away until 12/24/2026. An owner can reassign these notes.'),
  ).toBeInTheDocument()
  expect(screen.queryByText(/^Ruth Halden is away/)).toBeNull()
})
