import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { NoteComment } from '#shared/contract/cosign.ts'
import type { Signature } from '#shared/contract/signatures.ts'
import { insights, notePage, sessionId, soapNote, transcript } from '#web/testing/clinical.ts'
import { expectAccessible } from '#web/testing/expect-accessible.ts'
import { offline, type Replies } from '#web/testing/fake-server.ts'
import { dialog, openPage, region, server } from '#web/testing/open-page.tsx'
import { signer, signingReplies, toSign, unsigned } from '#web/testing/signing.ts'

/** A signature of the author on a note that the supervisor returned. */
const returned = (id: string, version: number, signedAt: string, at: string): Signature => ({
  ...signer,
  id,
  version,
  role: 'author',
  attestationText: toSign.attestationText,
  signedAt,
  timeZone: 'UTC',
  authMethod: 'password',
  isLate: false,
  contentSha256: 'a1',
  isIntact: true,
  superseded: { kind: 'returned', reason: 'See the comments.', by: 'Ruth Halden', at },
})

const comment = (id: string, version: number, createdAt: string, text: string): NoteComment => ({
  id,
  version,
  createdAt,
  text,
  section: 'Assessment',
  sentence: 0,
  quote: 'Panic symptoms are less frequent.',
  authorName: 'Ruth Halden',
  credentials: 'PhD',
  replies: [],
})

const twoRounds = [
  returned('s1', 1, '2026-11-18T10:00:00.000Z', '2026-11-18T12:00:00.000Z'),
  returned('s2', 2, '2026-11-19T10:00:00.000Z', '2026-11-19T12:00:00.000Z'),
]
const thread = {
  items: [
    comment('c1', 1, '2026-11-18T11:00:00.000Z', 'Please write since when.'),
    comment('c2', 2, '2026-11-19T11:00:00.000Z', 'And why the risk is low.'),
  ],
  cosignerName: 'Ruth Halden',
  awayUntil: null,
  returned: { byName: 'Ruth Halden', at: '2026-11-19T12:00:00.000Z', version: 2 },
}
const assessments: Readonly<Record<number, string>> = {
  1: 'Panic symptoms are less frequent.',
  2: 'Panic symptoms are less frequent since May.',
}

beforeEach(() =>
  server.reply({
    notes: {
      get: () => ({ ...notePage, note: { ...soapNote, version: 2, status: 'returned' } }),
      version: ({ version }) => ({
        version,
        noteType: 'SOAP',
        reason: 'edited',
        author: 'Robin Hale',
        createdAt: '2026-11-18T10:00:00.000Z',
        sections: soapNote.sections.map((section) =>
          section.title === 'Assessment' ? { ...section, content: assessments[version] ?? '' } : section,
        ),
      }),
    },
    transcripts: { get: () => transcript },
    insights: { get: () => insights },
    signatures: {
      get: () => ({ ...unsigned, toSign: { ...toSign, version: 2 }, signatures: twoRounds, status: 'returned' }),
    },
    cosign: { comments: () => thread },
    copies: { last: () => null },
  }),
)

async function openNote(more: Replies = {}) {
  const user = openPage(`/notes/${sessionId}`, more)
  await region('Plan')
  return user
}
const folded = () => screen.findByRole('button', { name: 'Earlier comments of co-signers (1 round)' })

test('the author of a returned note sees the newest comments beside their sections, and earlier rounds with what changed', async () => {
  const user = await openNote()
  const newest = await screen.findByRole('article', { name: 'Comment 1 on “Panic symptoms are less frequent.”' })
  expect(newest).toHaveTextContent('And why the risk is low.')
  expect(screen.queryByText('Please write since when.')).toBeNull()
  await user.click(await folded())
  const round = await region('Round 1')
  expect(round.getByText('Please write since when.')).toBeInTheDocument()
  expect(round.getByText(/^Signed .*18.* as version 1 · Returned by Ruth Halden .*18/)).toBeInTheDocument()
  expect(await round.findByText('What changed up to version 2. “+” is new; “−” was removed.')).toBeInTheDocument()
  expect(round.getByText('+ Panic symptoms are less frequent since May.')).toBeInTheDocument()
  expect(round.getByText('− Panic symptoms are less frequent.')).toBeInTheDocument()
  expect(round.queryByRole('heading', { name: 'Plan' })).toBeNull()
  expect(round.queryByRole('button', { name: 'Reply' })).toBeNull()
  await expectAccessible()
})

test('comments on sections that a returned note no longer has stay readable above the note and can be answered', async () => {
  const sections = ['Behavior', 'Intervention', 'Response', 'Plan'].map((title) => ({
    title,
    content: `${title} as written.`,
    statements: [],
  }))
  const plan = { ...comment('c3', 2, '2026-11-19T11:30:00.000Z', 'Until when?'), section: 'Plan', quote: 'Plan.' }
  const user = await openNote({
    notes: { get: () => ({ ...notePage, note: { ...soapNote, noteType: 'BIRP', sections, status: 'returned' } }) },
    cosign: {
      comments: () => ({ ...thread, items: [...thread.items, plan] }),
      reply: ({ text }) => ({
        ...thread,
        items: thread.items.map((item) => ({
          ...item,
          replies: [{ id: 'r1', authorName: 'Robin Hale', credentials: '', text, createdAt: item.createdAt }],
        })),
      }),
    },
  })
  const removed = await region('Comments on removed sections')
  const card = removed.getByRole('article')
  expect(card).toHaveTextContent('Assessment: Panic symptoms are less frequent.')
  expect(card).toHaveTextContent('And why the risk is low.')
  expect(within(await screen.findByRole('article', { name: 'Note' })).getByText('Until when?')).toBeInTheDocument()
  await expectAccessible()
  await user.click(removed.getByRole('button', { name: 'Reply' }))
  await user.paste('Now in Response.')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await removed.findByText('Now in Response.')).toBeInTheDocument()
})

test('a version of an earlier round that fails to load offers to try again', async () => {
  const user = await openNote({ notes: { version: offline } })
  await user.click(await folded())
  expect((await region('Round 1')).getByText('Please write since when.')).toBeInTheDocument()
  expect(await (await region('Round 1')).findByRole('button', { name: 'Try Again' })).toBeInTheDocument()
})

test('a co-signature round whose text was not changed afterwards is marked as unchanged', async () => {
  const same = twoRounds.map((one) => ({ ...one, version: 1 }))
  const user = await openNote({
    signatures: {
      get: () => ({ ...unsigned, toSign: { ...toSign, version: 2 }, signatures: same, status: 'returned' }),
    },
  })
  await user.click(await folded())
  expect(await (await region('Round 1')).findByText('The text was not changed after this round.')).toBeInTheDocument()
})

test('the comments of all rounds stay readable after the co-signature', async () => {
  const signed = { ...returned('s3', 2, '2026-11-20T10:00:00.000Z', ''), superseded: null }
  const cosigned = { ...signed, id: 's4', role: 'cosigner' as const, signedAt: '2026-11-20T12:00:00.000Z' }
  const note = { ...soapNote, version: 2, status: 'signed' as const }
  const user = await openNote({
    notes: { get: () => ({ ...notePage, canEdit: false, note }) },
    signatures: {
      get: () => ({ ...unsigned, status: 'signed', toSign: null, signatures: [...twoRounds, signed, cosigned] }),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Earlier comments of co-signers (2 rounds)' }))
  expect(
    within(await screen.findByRole('region', { name: 'Round 2' })).getByText('And why the risk is low.'),
  ).toBeVisible()
})

/** Replies about a note whose author unlocked version 2, which had a comment. */
const unlockedReplies = (status: 'draft' | 'signed', more: readonly Signature[] = []): Replies => ({
  notes: { get: () => ({ ...notePage, note: { ...soapNote, version: 2, status } }) },
  signatures: {
    get: () => ({
      ...unsigned,
      status,
      toSign: status === 'draft' ? { ...toSign, version: 2 } : null,
      signatures: [
        {
          ...returned('s1', 2, '2026-11-19T10:00:00.000Z', ''),
          superseded: { kind: 'unlocked', reason: 'Typo', by: 'Robin Hale', at: '2026-11-19T12:00:00.000Z' },
        },
        ...more,
      ],
    }),
  },
  cosign: { comments: () => ({ ...thread, items: thread.items.slice(1), returned: null }) },
})

test('the comments on a note that its author unlocked before a return are shown beside their sections, without a reply', async () => {
  await openNote(unlockedReplies('draft'))
  const card = await screen.findByRole('article', { name: 'Comment 1 on “Panic symptoms are less frequent.”' })
  expect(card).toHaveTextContent('And why the risk is low.')
  expect(within(card).queryByRole('button', { name: 'Reply' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Edit Assessment here' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Earlier comments/ })).toBeNull()
  await expectAccessible()
})

test('the comments on an unlocked note stay readable after it was signed without a co-signature', async () => {
  const signed = { ...returned('s2', 2, '2026-11-20T10:00:00.000Z', ''), superseded: null }
  const user = await openNote(unlockedReplies('signed', [signed]))
  await user.click(await folded())
  expect((await region('Round 1')).getByText('And why the risk is low.')).toBeInTheDocument()
})

test('a returned note is not signed while a reply to its co-signer is written', async () => {
  const user = await openNote({ review: signingReplies.review })
  const card = await screen.findByRole('article', { name: 'Comment 1 on “Panic symptoms are less frequent.”' })
  await user.click(within(card).getByRole('button', { name: 'Reply' }))
  const field = within(card).getByRole('textbox', { name: 'Reply to Ruth Halden' })
  await user.paste('He sleeps through since June.')
  await user.click(screen.getByRole('button', { name: 'Sign again' }))
  expect(await screen.findByText('Send or cancel your reply first.')).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(field).toHaveFocus()
  expect(field).toHaveValue('He sleeps through since June.')
  await user.click(within(card).getByRole('button', { name: 'Cancel' }))
  await user.click((await dialog('Unsaved changes')).getByRole('button', { name: 'Discard changes' }))
  await user.click(screen.getByRole('button', { name: 'Sign again' }))
  await dialog('Sign note')
})

test('the type of a returned note is not changed while a reply to its co-signer is written', async () => {
  const user = await openNote({})
  const card = await screen.findByRole('article', { name: 'Comment 1 on “Panic symptoms are less frequent.”' })
  await user.click(within(card).getByRole('button', { name: 'Reply' }))
  await user.paste('He sleeps through since June.')
  await user.click(screen.getByRole('button', { name: 'Change Note Type' }))
  expect(await screen.findByText('Send or cancel your reply first.')).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(within(card).getByRole('textbox', { name: 'Reply to Ruth Halden' })).toHaveValue(
    'He sleeps through since June.',
  )
})
