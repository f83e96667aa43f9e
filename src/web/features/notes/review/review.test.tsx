import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Note, Statement } from '#shared/contract/notes.ts'
import type { ReviewItem } from '#shared/contract/review.ts'
import { notePage, sessionId, transcript } from '#web/testing/clinical.ts'
import { badGateway, fail, held } from '#web/testing/fake-server.ts'
import { toSign, unsigned } from '#web/testing/signing.ts'
import { giveHeights, widenWindow } from '#web/testing/layout.ts'
import { hasUnsavedWork } from '#web/identity/unsaved-work.ts'
import { dialog, fill, openPage, server } from '#web/testing/open-page.tsx'
import {
  expectShown,
  first,
  itemOf,
  noteToReview as note,
  number,
  openReview,
  queueOf,
  reviewReplies as replies,
  second,
  sentence,
  spot,
  supported,
} from '#web/testing/open-review.ts'

const passageItem = (quote: string): ReviewItem => ({
  ...itemOf(quote, number, 'passage'),
  section: '',
  text: quote,
  statement: null,
  passage: { topic: 'suicide', finding: 'stated', utteranceId: 'u1', quote, exchange: ['u1'], inNote: false },
})

test('a decided item disappears immediately, and the next item takes the focus', async () => {
  const { reply, release } = held(() => ({ note: { ...note, toReview: 1 }, queue: queueOf([second], [spot]) }))
  const { user, review } = await openReview({ review: { decide: reply } })
  await expectShown('PHQ-9 score is 17.')
  expect(review.getByText('2 to look at · 1 fine · about 1 min')).toBeInTheDocument()
  await user.keyboard('a')
  await expectShown('She asked about sleep.')
  expect(review.getByRole('button', { name: 'Undo' })).toBeInTheDocument()
  expect(review.getByRole('status')).toHaveTextContent('1 left. Check who: She asked about sleep.')
  release()
  await vi.waitFor(() => expect(review.getByText('1 to look at · 2 fine · about 1 min')).toBeInTheDocument())
})

test('sentences in a language that is not checked do not count as fine', async () => {
  const german = { ...supported, text: 'Schlaf war das Thema.', check: 'unchecked' as const }
  const sections = [{ title: 'Subjective', content: german.text, statements: [german] }]
  const { review } = await openReview({
    notes: { ...replies.notes, get: () => ({ ...notePage, note: { ...note, sections } }) },
    review: { get: () => ({ ...queueOf([]), fine: 0 }) },
  })
  expect(await review.findByText('1 not checked')).toBeInTheDocument()
})

test('a decision that fails to save brings the item back and can be repeated', async () => {
  const { user, review } = await openReview({ review: { decide: badGateway } })
  await expectShown('PHQ-9 score is 17.')
  await user.click(review.getByRole('button', { name: /^Delete/ }))
  const alert = await review.findByRole('alert')
  expect(alert).toHaveTextContent('Not saved. Check your connection and try again.')
  await expectShown('PHQ-9 score is 17.')
  expect(review.getByRole('status')).toBeEmptyDOMElement()
  server.reply({ review: { decide: () => ({ note, queue: queueOf([second]) }) } })
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  await expectShown('She asked about sleep.')
  await vi.waitFor(() => expect(review.queryByRole('alert')).toBeNull())
})

test('after a change elsewhere, the review says how many items are new', async () => {
  const { user, review } = await openReview({ review: { decide: () => fail('review_changed') } })
  await expectShown('PHQ-9 score is 17.')
  const third = itemOf('three', sentence('denial', 'She denies pain.'), 'denial')
  server.reply({ review: { get: () => queueOf([third, first, second]) } })
  await user.keyboard('a')
  expect(await review.findByRole('alert')).toHaveTextContent(
    'This note changed while you were reviewing. 1 item is new.',
  )
  expect(review.getByText(/^3 to look at/)).toBeInTheDocument()
})

test('the last decision of a review can be undone', async () => {
  const undo = vi.fn(() => ({ note, queue: queueOf([first, second]) }))
  const { user, review } = await openReview({
    review: { decide: () => ({ note, queue: queueOf([second]) }), undo },
  })
  await expectShown('PHQ-9 score is 17.')
  await user.keyboard('d')
  await expectShown('She asked about sleep.')
  await user.keyboard('{Control>}z{/Control}')
  await expectShown('PHQ-9 score is 17.')
  expect(undo).toHaveBeenCalledWith({ sessionId, itemId: 'one', baseVersion: 1 })
  expect(review.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test.each(['Escape', 'Cancel', 'the next item', 'the end of the review'])(
  'a sentence that is being edited is not lost by %s',
  async (way) => {
    const { user, review } = await openReview()
    await expectShown('PHQ-9 score is 17.')
    await user.keyboard('e')
    const field = review.getByRole('textbox', { name: 'Sentence' })
    await fill(user, field, 'The PHQ-9 score was 11.')
    expect(hasUnsavedWork()).toBe(true)
    if (way === 'Escape') await user.keyboard('{Escape}')
    else {
      const name = { Cancel: 'Cancel', 'the next item': 'Next item' }[way] ?? 'Close the review'
      await user.click(screen.getByRole('button', { name }))
    }
    await user.click((await dialog('Unsaved changes')).getByRole('button', { name: 'Keep editing' }))
    expect(field).toHaveValue('The PHQ-9 score was 11.')
    await user.click(review.getByRole('button', { name: 'Next item' }))
    await user.click((await dialog('Unsaved changes')).getByRole('button', { name: 'Discard changes' }))
    await expectShown('She asked about sleep.')
  },
)

test('an Undo of a review that fails to save is offered again', async () => {
  const { user, review } = await openReview({
    review: { decide: () => ({ note, queue: queueOf([second]) }), undo: badGateway },
  })
  await expectShown('PHQ-9 score is 17.')
  await user.keyboard('d')
  await expectShown('She asked about sleep.')
  await user.click(review.getByRole('button', { name: 'Undo' }))
  expect(await review.findByRole('alert')).toHaveTextContent('Not saved. Check your connection and try again.')
  server.reply({ review: { undo: () => ({ note, queue: queueOf([first, second]) }) } })
  await user.click(review.getByRole('button', { name: 'Undo' }))
  await expectShown('PHQ-9 score is 17.')
  expect(review.queryByRole('alert')).toBeNull()
})

test('after a change elsewhere, an Undo of a review that was refused is not offered again', async () => {
  const { user, review } = await openReview({
    review: { decide: () => ({ note, queue: queueOf([second]) }), undo: () => fail('review_changed') },
  })
  await expectShown('PHQ-9 score is 17.')
  await user.keyboard('d')
  await expectShown('She asked about sleep.')
  await user.click(review.getByRole('button', { name: 'Undo' }))
  expect(await review.findByRole('alert')).toHaveTextContent('This note changed while you were reviewing.')
  expect(review.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('the keys of the transcript panel decide and undo nothing in the review behind it', async () => {
  giveHeights()
  widenWindow()
  const undo = vi.fn(() => ({ note, queue: queueOf([first, second]) }))
  const { user } = await openReview({ review: { decide: () => ({ note, queue: queueOf([second]) }), undo } })
  await expectShown('PHQ-9 score is 17.')
  await user.keyboard('a')
  await expectShown('She asked about sleep.')
  await user.click(screen.getByRole('button', { name: /^She asked about sleep\./ }))
  await user.click(await screen.findByRole('button', { name: 'Show in transcript' }))
  const turns = await (await dialog('Transcript')).findByRole('list', { name: 'Turns' })
  act(() => within(turns).getByRole('listitem').focus())
  await user.keyboard('dar{Control>}z{/Control}')
  expect(screen.getByRole('heading', { level: 2, name: 'She asked about sleep.' })).toBeInTheDocument()
  expect(undo).not.toHaveBeenCalled()
})

test('decisions of a review can be undone one after the other', async () => {
  const decide = vi.fn(() => ({ note, queue: queueOf([second]) }))
  const undo = vi.fn(() => ({ note, queue: queueOf([second]) }))
  const { user, review } = await openReview({ review: { decide, undo } })
  await expectShown('PHQ-9 score is 17.')
  await user.keyboard('a')
  await expectShown('She asked about sleep.')
  server.reply({ review: { decide: () => ({ note, queue: queueOf([], [spot]) }) } })
  await user.keyboard('a')
  await expectShown('Sleep was discussed.')
  await user.click(review.getByRole('button', { name: 'Undo' }))
  await expectShown('She asked about sleep.')
  server.reply({ review: { undo: () => ({ note, queue: queueOf([first, second]) }) } })
  await user.click(review.getByRole('button', { name: 'Undo' }))
  await expectShown('PHQ-9 score is 17.')
  expect(review.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('after a passage is inserted or dismissed, the next passage takes the focus', async () => {
  const passages = ['I counted the pills.', 'I wrote letters.', 'I gave my cat away.'].map((quote) =>
    passageItem(quote),
  )
  const decide = vi.fn(({ itemId }: { itemId: string }) => ({
    note,
    queue: queueOf(passages.slice(passages.findIndex(({ id }) => id === itemId) + 1)),
  }))
  const { user, review } = await openReview({ review: { get: () => queueOf(passages), decide } })
  await expectShown('I counted the pills.')
  await user.click(review.getByRole('button', { name: /^Insert into note/ }))
  await screen.findByRole('menuitem', { name: 'Subjective' })
  await user.keyboard('{Enter}')
  await expectShown('I wrote letters.')
  await user.click(review.getByRole('button', { name: /^Dismiss/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Figure of speech' }))
  await expectShown('I gave my cat away.')
  await vi.waitFor(() => expect(decide).toHaveBeenCalledTimes(2))
  await expectShown('I gave my cat away.')
})

test('a double click decides only one item', async () => {
  const decide = vi.fn(() => ({ note, queue: queueOf([second]) }))
  const { user, review } = await openReview({ review: { decide } })
  await expectShown('PHQ-9 score is 17.')
  await user.dblClick(review.getByRole('button', { name: /^Keep/ }))
  await expectShown('She asked about sleep.')
  expect(decide).toHaveBeenCalledOnce()
})

test('spot checks follow the last item, and the end of the review says that the note is ready to sign', async () => {
  const { user, review } = await openReview({
    review: { get: () => queueOf([first], [spot]), decide: () => ({ note, queue: queueOf([], [spot]) }) },
  })
  await expectShown('PHQ-9 score is 17.')
  await user.keyboard('a')
  await expectShown('Sleep was discussed.')
  expect(review.getByText('Spot check 1 of 1: is this sentence right?')).toBeInTheDocument()
  server.reply({ review: { decide: () => ({ note: { ...note, toReview: 0 }, queue: queueOf([], [], 1) }) } })
  await user.click(review.getByRole('button', { name: /^Correct/ }))
  expect(await review.findByText('The item is resolved. Ready to sign.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Sign note' })).toHaveFocus()
})

test('a note can be signed even if its signatures load slowly during the review', async () => {
  const versions: Note[] = [2, 3].map((version) => ({ ...note, version, toReview: 3 - version }))
  const heldReply = held(() => ofVersion(2))
  const { user, review } = await openReview({ review: { get: () => queueOf([first, second]) } })
  await expectShown('PHQ-9 score is 17.')
  server.reply({
    signatures: { get: heldReply.reply },
    review: { decide: ({ itemId }) => decided(itemId === 'one' ? versions[0] : versions[1]) },
  })
  await user.keyboard('d')
  await expectShown('She asked about sleep.')
  await vi.waitFor(() => expect(server.calls.filter((call) => call === 'signatures.get').length).toBeGreaterThan(1))
  await user.keyboard('d')
  expect(await review.findByText(/Ready to sign\.$/)).toBeInTheDocument()
  server.reply({ signatures: { get: () => ofVersion(3) } })
  heldReply.release()
  await user.keyboard('s')
  const sign = within(await screen.findByRole('dialog', { name: 'Sign note' }))
  await vi.waitFor(() => expect(sign.getByRole('button', { name: 'Sign and lock' })).toBeEnabled())
  expect(sign.queryByText('This note changed since you opened it.')).toBeNull()
})

const ofVersion = (version: number) => ({ ...unsigned, toSign: { ...toSign, version } })
const decided = (next = note) => ({
  note: next,
  queue: { ...queueOf(next.toReview > 0 ? [second] : []), version: next.version },
})

const unsure: ReviewItem = {
  ...itemOf('unsure', supported, 'unsure speaker'),
  text: 'How have you been sleeping?',
  turn: { id: 'u1', label: 'Therapist', speaker: 'therapist' },
}

test('words with an uncertain speaker can be assigned to another speaker, which reloads the transcript', async () => {
  const decide = vi.fn(() => ({ note, queue: queueOf([second]) }))
  const answer = { id: 'u2', speaker: 'client', label: 'Speaker 2', start: 0, end: 0, text: 'Badly.' } as const
  const get = vi.fn(() => ({ ...transcript, utterances: [...transcript.utterances, answer] }))
  const { user, review } = await openReview({
    review: { get: () => queueOf([unsure, second]), decide },
    transcripts: { get },
  })
  await expectShown('“How have you been sleeping?”')
  expect(review.getByText('Who said this?')).toBeInTheDocument()
  expect(review.getByText('It is not clear who says this. The transcript says Therapist.')).toBeInTheDocument()
  expect(review.getByText('In the note: Sleep was discussed.')).toBeInTheDocument()
  const loaded = get.mock.calls.length
  await user.keyboard('e')
  await user.click(await screen.findByRole('menuitem', { name: 'Client' }))
  await expectShown('She asked about sleep.')
  const decision = { kind: 'speaker', label: 'Speaker 2' }
  expect(decide).toHaveBeenCalledWith({ sessionId, itemId: 'unsure', baseVersion: 1, decision })
  await vi.waitFor(() => expect(get.mock.calls.length).toBeGreaterThan(loaded))
})

test('words with an uncertain speaker can stay with their speaker, and cannot be edited or deleted', async () => {
  const decide = vi.fn(() => ({ note, queue: queueOf([second]) }))
  const { user, review } = await openReview({ review: { get: () => queueOf([unsure, second]), decide } })
  await expectShown('“How have you been sleeping?”')
  expect(review.queryByRole('button', { name: /^Delete/ })).toBeNull()
  await user.click(review.getByRole('button', { name: /^Keep Therapist/ }))
  await expectShown('She asked about sleep.')
  const decision = { kind: 'keep' }
  expect(decide).toHaveBeenCalledWith({ sessionId, itemId: 'unsure', baseVersion: 1, decision })
})

test('a sentence from the last note shows where it is from, and offers no quote to replace it', async () => {
  const reason = 'From the note of 12/25/2029.'
  const carried: Statement = { text: 'Sleep log every evening.', check: 'carried over', evidence: [], reason }
  const { review } = await openReview({ review: { get: () => queueOf([itemOf('old', carried, 'carried over')]) } })
  await expectShown('Sleep log every evening.')
  expect(review.getByText('From the last note')).toBeInTheDocument()
  expect(review.getByText('From the note of 12/25/2029. Still true?')).toBeInTheDocument()
  expect(review.getByRole('button', { name: /^Still true/ })).toBeInTheDocument()
  expect(review.queryByRole('button', { name: /^Replace by quote/ })).toBeNull()
})

test('an empty review queue says that there is nothing to look at', async () => {
  const fine = { ...note, toReview: 0, sections: [{ title: 'Plan', content: supported.text, statements: [supported] }] }
  await openReview({ notes: { get: () => ({ ...notePage, note: fine }) }, review: { get: () => queueOf([]) } })
  const text = 'Nothing to look at. The sentence has words in the transcript.'
  expect(await screen.findByRole('heading', { level: 2, name: text })).toHaveFocus()
})

test('for a session in another language, the review says that the checks read only English', async () => {
  const session = { ...notePage.session, otherLanguage: { code: 'de', isPartly: false } }
  const { review } = await openReview({ notes: { get: () => ({ ...notePage, note, session }) } })
  expect(await review.findByText('This session is in German. Checks read English only.')).toBeInTheDocument()
})

test('for a session without a recording, the review says that there is none and offers no playback', async () => {
  const { review } = await openReview()
  expect(await review.findByText('No recording for this session.')).toBeInTheDocument()
  expect(review.queryByRole('button', { name: /^Play/ })).toBeNull()
})

test('a review queue that fails to load can be reloaded', async () => {
  const { user, review } = await openReview({ review: { get: badGateway } })
  const alert = await review.findByRole('alert')
  expect(alert).toHaveTextContent('The review could not be loaded.')
  server.reply(replies)
  await user.click(within(alert).getByRole('button', { name: 'Try Again' }))
  await expectShown('PHQ-9 score is 17.')
})

test('single-letter keys have no effect once they are turned off in Settings', async () => {
  const decide = vi.fn(() => ({ note, queue: queueOf([second]) }))
  const { user, review } = await openReview({ review: { decide } })
  await expectShown('PHQ-9 score is 17.')
  localStorage.setItem('attend-single-keys', 'false')
  window.dispatchEvent(
    new StorageEvent('storage', { key: 'attend-single-keys', newValue: 'false', storageArea: localStorage }),
  )
  await vi.waitFor(() => expect(review.getByRole('button', { name: /^Delete/ })).toHaveTextContent(/^Delete$/))
  await user.keyboard('adj')
  await expectShown('PHQ-9 score is 17.')
  expect(decide).not.toHaveBeenCalled()
})

test('Review is the primary action of a note with open items, and Enhance Note is not', async () => {
  server.reply(replies)
  openPage(`/notes/${sessionId}`)
  const review = await screen.findByRole('button', { name: 'Review 2 items' })
  expect(review).toHaveAttribute('data-variant', 'filled')
  expect(screen.getByRole('button', { name: 'Enhance Note' })).toHaveAttribute('data-variant', 'default')
})
