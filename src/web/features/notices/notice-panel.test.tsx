import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Notice } from '#shared/contract/notices.ts'
import { insights, notePage, sessionId, soapNote, transcript } from '#web/testing/clinical.ts'
import { held } from '#web/testing/fake-server.ts'
import { openPage, region, server } from '#web/testing/open-page.tsx'
import { toSign, unsigned } from '#web/testing/signing.ts'

const returned: Notice = {
  id: 'n1',
  kind: 'note_returned',
  clientId: null,
  clientInitials: 'M.S.',
  sessionsLeft: null,
  storagePercent: null,
  sessionId,
  actorName: 'Ruth Halden',
  createdAt: '2026-11-20T17:38:00.000Z',
  isRead: false,
}
const storage: Notice = {
  ...returned,
  id: 'n2',
  kind: 'storage_low',
  clientInitials: null,
  storagePercent: 91,
  sessionId: null,
  actorName: null,
}

test('two notices that are marked as read in quick succession both stay marked', async () => {
  const asked: string[] = []
  const first = held(() => ({ items: [{ ...returned, isRead: true }, storage], unread: 1 }))
  const user = openPage('/help', {
    notices: {
      list: () => ({ items: [returned, storage], unread: 2 }),
      read: ({ noticeId }) => {
        asked.push(noticeId)
        if (noticeId === returned.id) return first.reply({ noticeId })
        return { items: [returned, storage].map((one) => ({ ...one, isRead: true })), unread: 0 }
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }))
  const marks = await screen.findAllByRole('button', { name: /^Mark as read:/ })
  for (const mark of marks) await user.click(mark)
  await vi.waitFor(() => expect(asked).toEqual([returned.id]))
  first.release()
  await vi.waitFor(() => expect(asked).toEqual([returned.id, storage.id]))
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: /^Mark as read:/ })).toBeNull())
})

test('marking all notices as read names the newest listed one, and the focus stays in the panel', async () => {
  const asked: unknown[] = []
  const user = openPage('/help', {
    notices: {
      list: () => ({ items: [returned, storage], unread: 2 }),
      readAll: (input) => {
        asked.push(input?.newestId)
        return { items: [returned, storage].map((one) => ({ ...one, isRead: true })), unread: 0 }
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }))
  expect(await screen.findByText(/^91% of your organization’s storage is used\./)).toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull())
  expect(asked).toEqual([returned.id])
  expect(document.activeElement).toContainElement(screen.getByRole('list', { name: 'Newest notifications' }))
  expect(document.body).not.toHaveFocus()
})

test('a note that is opened from its notice is loaded again', async () => {
  const user = openPage(`/notes/${sessionId}`, {
    notes: { get: () => ({ ...notePage, canEdit: false, note: { ...soapNote, status: 'awaiting_cosign' } }) },
    transcripts: { get: () => transcript },
    insights: { get: () => insights },
    signatures: { get: () => ({ ...unsigned, status: 'awaiting_cosign', toSign: null }) },
    cosign: { comments: () => ({ items: [], cosignerName: 'Ruth Halden', awayUntil: null, returned: null }) },
    copies: { last: () => null },
    notices: {
      list: () => ({ items: [returned], unread: 1 }),
      read: () => ({ items: [{ ...returned, isRead: true }], unread: 0 }),
    },
  })
  await region('Plan')
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
  server.reply({
    notes: { get: () => ({ ...notePage, note: { ...soapNote, status: 'returned' } }) },
    signatures: { get: () => ({ ...unsigned, status: 'returned', toSign }) },
    cosign: {
      comments: () => ({
        items: [],
        cosignerName: 'Ruth Halden',
        awayUntil: null,
        returned: { byName: 'Ruth Halden', at: '2026-11-20T17:38:00.000Z', version: 1 },
      }),
    },
  })
  const panel = within(await screen.findByRole('list', { name: 'Newest notifications' }))
  await user.click(panel.getByRole('link', { name: 'Open the note about client M.S.' }))
  expect(await screen.findByText('Returned by Ruth Halden')).toBeInTheDocument()
})
