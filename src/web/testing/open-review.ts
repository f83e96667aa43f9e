import { expect, vi } from 'vitest'
import type { Note, Statement } from '#shared/contract/notes.ts'
import type { ReviewItem, ReviewQueue } from '#shared/contract/review.ts'
import { insights, notePage, sessionId, soapNote, transcript } from './clinical.ts'
import type { Replies } from './fake-server.ts'
import { openPage, region, server } from './open-page.tsx'
import { unsigned } from './signing.ts'

const cited = [{ utteranceId: 'u1', quote: 'How have you been sleeping?' }]
export const sentence = (check: Statement['check'], text: string): Statement => ({ text, check, evidence: cited })

export const number = sentence('number', 'PHQ-9 score is 17.')
const who = sentence('who', 'She asked about sleep.')
export const supported = sentence('supported', 'Sleep was discussed.')

/** A note with two sentences to review. */
export const noteToReview: Note = {
  ...soapNote,
  toReview: 2,
  sections: [
    {
      title: 'Subjective',
      content: [number, who, supported].map(({ text }) => text).join(' '),
      statements: [number, who, supported],
    },
  ],
}

/** The item of a sentence in the review queue. */
export const itemOf = (id: string, statement: Statement, kind: ReviewItem['kind']): ReviewItem => ({
  id,
  kind,
  section: 'Subjective',
  part: null,
  text: statement.text,
  statement,
  passage: null,
})

export const first = itemOf('one', number, 'number')
export const second = itemOf('two', who, 'who')
export const spot = itemOf('spot', supported, 'spot check')

export const queueOf = (items: ReviewItem[], spotChecks: ReviewItem[] = [], spotChecksDone = 0): ReviewQueue => ({
  version: 1,
  items,
  spotChecks,
  spotChecksDone,
  resolved: 0,
  fine: 3 - items.length,
})

/** Replies to the page of `noteToReview`. */
export const reviewReplies = {
  notes: { get: () => ({ ...notePage, note: noteToReview }), versions: () => ({ items: [] }) },
  transcripts: { get: () => transcript },
  insights: { get: () => insights },
  copies: { last: () => null },
  signatures: { get: () => unsigned },
  review: { get: () => queueOf([first, second], [spot]) },
} satisfies Replies

/** Opens the review of `noteToReview`. */
export async function openReview(more: Replies = {}) {
  server.reply(reviewReplies)
  const user = openPage(`/notes/${sessionId}?review=true`, more)
  const review = await region('Review')
  return { user, review }
}

/** Waits until the review shows an item, whose heading has the focus. */
export async function expectShown(text: string): Promise<void> {
  const review = await region('Review')
  const found = await review.findByRole('heading', { level: 2, name: text })
  await vi.waitFor(() => expect(found).toHaveFocus())
}
