import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { notePage, sessionId } from '#web/testing/clinical.ts'
import { badGateway, fail, held } from '#web/testing/fake-server.ts'
import {
  expectShown,
  first,
  noteToReview as note,
  openReview,
  queueOf,
  second,
  spot,
} from '#web/testing/open-review.ts'
import { hasUnsavedWork } from '#web/identity/unsaved-work.ts'
import { dialog, fill, type Part, region, server } from '#web/testing/open-page.tsx'

/** Types another text for the current sentence and saves it. */
async function saveText(user: UserEvent, review: Part, text: string) {
  await user.keyboard('e')
  await fill(user, review.getByRole('textbox', { name: 'Sentence' }), text)
  await user.click(review.getByRole('button', { name: 'Save Changes' }))
}

test('text that was typed in the review is saved after the note beside it was edited and saved', async () => {
  const decide = vi.fn(() => ({ note, queue: queueOf([second]) }))
  const { user, review } = await openReview({ review: { decide } })
  await expectShown('PHQ-9 score is 17.')
  await user.keyboard('e')
  await fill(user, review.getByRole('textbox', { name: 'Sentence' }), 'The PHQ-9 score was 11.')
  const section = within(screen.getByRole('article', { name: 'Note' }))
  await user.click(section.getByRole('button', { name: 'Edit Subjective' }))
  await fill(user, section.getByRole('textbox', { name: 'Subjective' }), `${note.sections[0]?.content} Wren called.`)
  server.reply({
    notes: { save: () => ({ ...note, version: 2 }) },
    review: { get: () => ({ ...queueOf([first, second]), version: 2 }) },
  })
  await user.click(section.getByRole('button', { name: 'Save Changes' }))
  await vi.waitFor(() => expect(section.queryByRole('textbox')).toBeNull())
  await user.click(review.getByRole('button', { name: 'Save Changes' }))
  await expectShown('She asked about sleep.')
  const decision = { kind: 'edit', text: 'The PHQ-9 score was 11.' }
  expect(decide).toHaveBeenCalledExactlyOnceWith({ sessionId, itemId: 'one', baseVersion: 2, decision })
  expect(review.queryByRole('alert')).toBeNull()
})

test('text that was typed while the note changed elsewhere is in its field again and can be saved', async () => {
  const { user, review } = await openReview({ review: { decide: () => fail('review_changed') } })
  await expectShown('PHQ-9 score is 17.')
  server.reply({ review: { get: () => ({ ...queueOf([first, second]), version: 2 }) } })
  await saveText(user, review, 'The PHQ-9 score was 11.')
  expect(await review.findByRole('alert')).toHaveTextContent('This note changed while you were reviewing.')
  await expectShown('PHQ-9 score is 17.')
  expect(review.getByRole('textbox', { name: 'Sentence' })).toHaveValue('The PHQ-9 score was 11.')
  expect(hasUnsavedWork()).toBe(true)
  const decide = vi.fn(() => ({ note, queue: queueOf([second]) }))
  server.reply({ review: { decide } })
  await user.click(review.getByRole('button', { name: 'Save Changes' }))
  await expectShown('She asked about sleep.')
  expect(decide).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ itemId: 'one', baseVersion: 2 }))
  await vi.waitFor(() => expect(hasUnsavedWork()).toBe(false))
})

test('text for a sentence that was changed elsewhere stays until it is discarded', async () => {
  const { user, review } = await openReview({
    review: { get: () => queueOf([first]), decide: () => fail('review_changed') },
  })
  await expectShown('PHQ-9 score is 17.')
  server.reply({
    notes: { get: () => ({ ...notePage, note: { ...note, toReview: 0 } }) },
    review: { get: () => ({ ...queueOf([]), version: 2 }) },
  })
  await saveText(user, review, 'The PHQ-9 score was 11.')
  await review.findByText('This part of the note was changed. Copy your text into the note, then cancel.')
  expect(review.getByRole('textbox', { name: 'Sentence' })).toHaveValue('The PHQ-9 score was 11.')
  expect(review.getByRole('button', { name: 'Save Changes' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Sign note' })).toHaveAccessibleDescription(
    'Save or discard your changes before signing',
  )
  await user.click(review.getByRole('button', { name: 'Cancel' }))
  await user.click((await dialog('Unsaved changes')).getByRole('button', { name: 'Discard changes' }))
  expect(await review.findByText(/^Nothing to look at\./)).toBeInTheDocument()
  expect(hasUnsavedWork()).toBe(false)
})

test('each text that could not be saved during an outage is in its field again', async () => {
  const outage = held(badGateway)
  const { user, review } = await openReview({ review: { decide: outage.reply } })
  await expectShown('PHQ-9 score is 17.')
  await saveText(user, review, 'The PHQ-9 score was 11.')
  await expectShown('She asked about sleep.')
  await saveText(user, review, 'The therapist asked about sleep.')
  await expectShown('Sleep was discussed.')
  outage.release()
  expect(await review.findByRole('alert')).toHaveTextContent('Not saved.')
  await expectShown('PHQ-9 score is 17.')
  expect(review.getByRole('textbox', { name: 'Sentence' })).toHaveValue('The PHQ-9 score was 11.')
  await vi.waitFor(() => expect(review.getByText('1 of 2')).toBeInTheDocument())
  server.reply({ review: { decide: () => ({ note, queue: queueOf([second], [spot]) }) } })
  await user.click(review.getByRole('button', { name: 'Save Changes' }))
  await expectShown('She asked about sleep.')
  expect(review.getByRole('textbox', { name: 'Sentence' })).toHaveValue('The therapist asked about sleep.')
  await vi.waitFor(() => expect(review.queryByRole('alert')).toBeNull())
})

test('a decision that fails does not interrupt the writing of another item', async () => {
  const outage = held(badGateway)
  const { user, review } = await openReview({ review: { decide: outage.reply } })
  await expectShown('PHQ-9 score is 17.')
  await user.keyboard('d')
  await expectShown('She asked about sleep.')
  await user.keyboard('e')
  const field = review.getByRole('textbox', { name: 'Sentence' })
  await fill(user, field, 'The therapist asked about sleep.')
  outage.release()
  expect(await review.findByRole('alert')).toHaveTextContent('Not saved.')
  expect(field).toHaveFocus()
  expect(field).toHaveValue('The therapist asked about sleep.')
})

test('text that was discarded when the review was closed is not in its field again', async () => {
  const { user, review } = await openReview()
  await expectShown('PHQ-9 score is 17.')
  await user.keyboard('e')
  await fill(user, review.getByRole('textbox', { name: 'Sentence' }), 'The PHQ-9 score was 11.')
  await user.click(screen.getByRole('button', { name: 'Close the review' }))
  await user.click((await dialog('Unsaved changes')).getByRole('button', { name: 'Discard changes' }))
  await user.click(await screen.findByRole('button', { name: 'Review 2 items' }))
  await expectShown('PHQ-9 score is 17.')
  expect((await region('Review')).queryByRole('textbox')).toBeNull()
})
