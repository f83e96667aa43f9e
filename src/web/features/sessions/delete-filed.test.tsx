import { act, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { DeletionReceipt } from '#shared/contract/corrections.ts'
import { insights, maya, notePage, sessionId, soapNote, transcript } from '#web/testing/clinical.ts'
import { badGateway, fail, held, type Replies } from '#web/testing/fake-server.ts'
import { signingReplies, toSign, unsigned } from '#web/testing/signing.ts'
import { dialog, openPage, type Part, region, server } from '#web/testing/open-page.tsx'
import { receiptText } from './deletion-texts.ts'

const receipt: DeletionReceipt = {
  id: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d5d01',
  what: 'transcript',
  reason: 'wrong client',
  sessionDate: '2030-01-01',
  startTime: '09:00',
  deletedBy: 'Robin Hale',
  deletedAt: '2030-01-02T09:00:00.000Z',
  contents: [
    { what: 'transcript', bytes: 12_000, sha256: 'ab12', count: 40 },
    { what: 'insights', bytes: null, sha256: null, count: null },
  ],
  fileCount: 1,
  filesErasedAt: null,
}
const replies = {
  notes: { get: () => notePage },
  transcripts: { get: () => transcript },
  insights: { get: () => insights },
  copies: { last: () => null },
  signatures: { get: () => unsigned },
} satisfies Replies

async function openDialog(item: string, more: Replies = {}) {
  server.reply(replies)
  const user = openPage(`/notes/${sessionId}`, more)
  await region('Plan')
  await user.click(screen.getByRole('button', { name: 'Note Preferences' }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
  return { user, part: await dialog(item) }
}

/** Deletes the transcript in its dialog. */
async function send(user: UserEvent, part: Part) {
  await user.selectOptions(part.getByLabelText(/^Reason/), 'Filed under the wrong client')
  await user.click(part.getByRole('button', { name: 'Delete transcript' }))
}

test('a deletion requires a reason, lists what is erased, and shows its receipt', async () => {
  const asked = vi.fn(() => receipt)
  const { user, part } = await openDialog('Delete transcript', { corrections: { delete: asked } })
  expect(part.getByText(/The text of the note stays, without its sources\. This cannot be undone\.$/)).toBeVisible()
  await user.click(part.getByRole('button', { name: 'Delete transcript' }))
  expect(await part.findByText('Choose a reason.')).toBeInTheDocument()
  expect(asked).not.toHaveBeenCalled()
  await user.selectOptions(part.getByLabelText(/^Reason/), 'Filed under the wrong client')
  await user.click(part.getByRole('button', { name: 'Delete transcript' }))
  const shown = await dialog('Receipt')
  expect(asked).toHaveBeenCalledExactlyOnceWith({
    sessionId,
    what: 'transcript',
    reason: 'wrong client',
    requestId: expect.any(String),
  })
  expect(shown.getByText('40 turns, 12,000 bytes, SHA-256 ab12')).toBeInTheDocument()
  expect(shown.getByRole('button', { name: 'Download receipt' })).toBeEnabled()
})

test('the dialog of a deletion stays open until its receipt is shown', async () => {
  const { reply, release } = held(() => receipt)
  const { user, part } = await openDialog('Delete transcript', { corrections: { delete: reply } })
  await send(user, part)
  await vi.waitFor(() => expect(part.getByRole('button', { name: 'Close' })).toBeDisabled())
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'Delete transcript' })).toBeInTheDocument()
  release()
  await dialog('Receipt')
})

test('the receipt of damaged audio says that no readable audio was stored', () => {
  const contents = [{ what: 'recording', bytes: 12_000, sha256: null, count: null }] as const
  expect(receiptText({ ...receipt, what: 'recording', contents: [...contents] }, 'UTC')).toContain(
    'Recording: 12,000 bytes, without SHA-256: no readable audio was stored\n',
  )
})

test('a deletion whose response was lost is sent again with the same id, also after its dialog was closed', async () => {
  const ids: (string | undefined)[] = []
  const { user, part } = await openDialog('Delete transcript', {
    corrections: {
      delete: ({ requestId }) => {
        ids.push(requestId)
        return ids.length < 3 ? badGateway() : receipt
      },
    },
  })
  await send(user, part)
  expect(await part.findByRole('alert')).toHaveTextContent('The deletion was not confirmed. Try again.')
  await user.click(part.getByRole('button', { name: 'Delete transcript' }))
  await vi.waitFor(() => expect(ids).toHaveLength(2))
  await vi.waitFor(() => expect(part.getByRole('button', { name: 'Cancel' })).toBeEnabled())
  await user.click(part.getByRole('button', { name: 'Cancel' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Note Preferences' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete transcript' }))
  await send(user, await dialog('Delete transcript'))
  expect((await dialog('Receipt')).getByText('40 turns, 12,000 bytes, SHA-256 ab12')).toBeInTheDocument()
  expect(ids).toEqual([expect.any(String), ids[0], ids[0]])
})

test('a note is signed as it is after the deletion of its transcript', async () => {
  const sign = vi.fn<(input: unknown) => typeof unsigned>(() => unsigned)
  const { user, part } = await openDialog('Delete transcript', {
    review: signingReplies.review,
    corrections: { delete: () => receipt },
    signatures: { get: () => unsigned, sign: (input) => sign(input) },
  })
  await user.selectOptions(part.getByLabelText(/^Reason/), 'Filed under the wrong client')
  const contentSha256 = '77c1d0e5b2aa'
  server.reply({ signatures: { get: () => ({ ...unsigned, toSign: { ...toSign, contentSha256 } }) } })
  await user.click(part.getByRole('button', { name: 'Delete transcript' }))
  const [close] = (await dialog('Receipt')).getAllByRole('button', { name: 'Close' })
  if (close) await user.click(close)
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Sign note' }))
  await user.click((await dialog('Sign note')).getByRole('button', { name: 'Sign and lock' }))
  await vi.waitFor(() => expect(sign).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ contentSha256 })))
})

test.each([
  ['transcript', 'Delete transcript'],
  ['session', 'Delete session'],
] as const)(
  'after its page is left while the receipt is shown, a deleted %s is not shown again',
  async (what, name) => {
    const { user, part } = await openDialog(name, {
      corrections: { delete: () => ({ ...receipt, what }) },
      clients: { get: () => maya },
    })
    await user.selectOptions(part.getByLabelText(/^Reason/), 'Test')
    await user.click(part.getByRole('button', { name }))
    await dialog('Receipt')
    act(() => window.history.pushState(null, '', `/clients/${maya.id}`))
    await screen.findByRole('heading', { level: 1, name: 'Maya Stone' })
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    const page = {
      ...notePage,
      session: { ...notePage.session, hasTranscript: false, transcriptDeletedAt: '2031-05-06T09:00:00.000Z' },
    }
    server.reply({ notes: { get: () => (what === 'session' ? fail('session_missing') : page) } })
    act(() => window.history.pushState(null, '', `/notes/${sessionId}`))
    expect(
      await screen.findByText(
        what === 'session' ? 'Session or client data not found' : 'The transcript was deleted on 05/06/2031.',
      ),
    ).toBeInTheDocument()
  },
)

test('a deletion whose response arrives after its page was left is not shown again', async () => {
  const answer = held(() => ({ ...receipt, what: 'session' as const }))
  const { user, part } = await openDialog('Delete session', {
    corrections: { delete: answer.reply },
    clients: { get: () => maya },
  })
  await user.selectOptions(part.getByLabelText(/^Reason/), 'Test')
  await user.click(part.getByRole('button', { name: 'Delete session' }))
  await vi.waitFor(() => expect(server.calls).toContain('corrections.delete'))
  act(() => window.history.pushState(null, '', `/clients/${maya.id}`))
  await screen.findByRole('heading', { level: 1, name: 'Maya Stone' })
  server.reply({ notes: { get: () => fail('session_missing') } })
  answer.release()
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  act(() => window.history.pushState(null, '', `/notes/${sessionId}`))
  expect(await screen.findByText('Session or client data not found')).toBeInTheDocument()
})

test('a rejected deletion shows the reason', async () => {
  const { user, part } = await openDialog('Delete session', { corrections: { delete: () => fail('note_signed') } })
  await user.selectOptions(part.getByLabelText(/^Reason/), 'Test')
  await user.click(part.getByRole('button', { name: 'Delete session' }))
  expect(await part.findByRole('alert')).toHaveTextContent('This note is signed')
})

test('the menu of a note without a recording offers to delete its transcript only', async () => {
  server.reply(replies)
  const user = openPage(`/notes/${sessionId}`)
  await region('Plan')
  await user.click(screen.getByRole('button', { name: 'Note Preferences' }))
  await screen.findByRole('menuitem', { name: 'Delete transcript' })
  expect(screen.queryByRole('menuitem', { name: 'Delete recording' })).toBeNull()
})

test("sentences of a note are marked as 'Source deleted' after their transcript was deleted", async () => {
  const [section, ...others] = soapNote.sections
  if (!section) throw new Error('the note has no sections')
  const statements = [{ text: section.content, evidence: [], check: 'supported' as const }]
  server.reply(replies)
  openPage(`/notes/${sessionId}`, {
    notes: {
      get: () => ({
        ...notePage,
        note: { ...soapNote, sections: [{ ...section, statements }, ...others] },
        session: { ...notePage.session, hasTranscript: false, transcriptDeletedAt: '2030-01-02T09:00:00.000Z' },
      }),
    },
  })
  expect((await region('Subjective')).getByText('(Source deleted)')).toBeInTheDocument()
  expect(screen.getByText('The transcript was deleted on 01/02/2030.')).toBeInTheDocument()
})

test('the deletion receipts of a client are loaded when they are opened', async () => {
  const user = openPage(`/clients/${maya.id}`, {
    clients: { get: () => maya },
    corrections: { receipts: () => ({ items: [{ ...receipt, filesErasedAt: '2030-01-02T09:01:00.000Z' }] }) },
  })
  await user.click(await screen.findByRole('button', { name: 'Deletions' }))
  const section = within(await screen.findByRole('region', { name: 'Deletions' }))
  expect(await section.findByRole('heading', { name: 'Deleted transcript' })).toBeInTheDocument()
  expect(section.getByText('Filed under the wrong client')).toBeInTheDocument()
})

test('the deletion receipts of a client are loaded again after a deletion', async () => {
  server.reply({ ...replies, clients: { get: () => maya } })
  const user = openPage(`/clients/${maya.id}`, {
    corrections: { delete: () => receipt, receipts: () => ({ items: [] }) },
  })
  await user.click(await screen.findByRole('button', { name: 'Deletions' }))
  expect(await screen.findByText('Nothing was deleted from this record.')).toBeInTheDocument()

  server.reply({ corrections: { receipts: () => ({ items: [receipt] }) } })
  act(() => window.history.pushState(null, '', `/notes/${sessionId}`))
  await region('Plan')
  await user.click(screen.getByRole('button', { name: 'Note Preferences' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete transcript' }))
  await send(user, await dialog('Delete transcript'))
  const [close] = (await dialog('Receipt')).getAllByRole('button', { name: 'Close' })
  if (close) await user.click(close)
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => window.history.pushState(null, '', `/clients/${maya.id}`))
  await user.click(await screen.findByRole('button', { name: 'Deletions' }))
  expect(await screen.findByRole('heading', { name: 'Deleted transcript' })).toBeInTheDocument()
})

test('the deletion receipts of a client are loaded each time they are opened', async () => {
  const user = openPage(`/clients/${maya.id}`, {
    clients: { get: () => maya },
    corrections: { receipts: () => ({ items: [] }) },
  })
  const fold = await screen.findByRole('button', { name: 'Deletions' })
  await user.click(fold)
  expect(await screen.findByText('Nothing was deleted from this record.')).toBeInTheDocument()
  await user.click(fold)
  server.reply({ corrections: { receipts: () => ({ items: [receipt] }) } })
  await user.click(fold)
  expect(await screen.findByRole('heading', { name: 'Deleted transcript' })).toBeInTheDocument()
})

test('the file of a deletion receipt has a line for each fact', () => {
  expect(receiptText(receipt, 'UTC').split('\n')).toEqual([
    'Receipt of a deletion in Attend',
    '',
    'Deleted: transcript',
    'Session: 01/01/2030, 9:00 AM',
    'Reason: Filed under the wrong client',
    'Deleted by: Robin Hale',
    expect.stringMatching(/^Deleted at: 01\/02\/2030, 9:00/),
    'Transcript: 40 turns, 12,000 bytes, SHA-256 ab12',
    'Insights: Deleted',
    'Files erased: Queued',
    `Receipt: ${receipt.id}`,
    '',
  ])
})
