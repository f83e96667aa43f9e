import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { hasUnsavedWork } from '#web/identity/unsaved-work.ts'
import { maya } from '#web/testing/clinical.ts'
import { expectAccessible } from '#web/testing/expect-accessible.ts'
import { dialog, fill, openPage } from '#web/testing/open-page.tsx'

const transcript = 'Therapist: How was the week?\nClient: Long.'
const path = `/upload-session/${maya.id}`

const question = () => dialog('Unsaved changes')
const follow = async (name: string) =>
  within(await screen.findByRole('navigation', { name: 'Main' })).getByRole('link', { name })

/** Opens the page that uploads a session of Maya. */
async function open() {
  const user = openPage(path, {
    clients: { get: () => maya },
    sessions: { calendar: () => ({ items: [], isComplete: true }) },
    transcripts: { speechStatus: () => ({ engine: 'embedded', state: 'ready', percent: null, model: null }) },
    resources: { list: () => ({ items: [], hasMore: false }), listDeleted: () => ({ items: [] }) },
  })
  const field = await screen.findByLabelText('Paste a transcript')
  return { user, field }
}

test('a pasted transcript is not lost by a reload, a link or sign-out', async () => {
  const { user, field } = await open()
  expect(hasUnsavedWork()).toBe(false)
  await fill(user, field, transcript)
  expect(hasUnsavedWork()).toBe(true)
  await user.click(await follow('Resources'))
  const asked = await question()
  expect(asked.getByText('Your changes to this upload are not saved yet.')).toBeInTheDocument()
  await expectAccessible()
  await user.click(asked.getByRole('button', { name: 'Keep editing' }))
  expect(field).toHaveValue(transcript)
  expect(window.location.pathname).toBe(path)

  await user.click(screen.getByRole('button', { name: /profile menu$/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  await user.click((await question()).getByRole('button', { name: 'Keep editing' }))
  expect(field).toHaveValue(transcript)
})

test('Cancel asks before it discards a pasted transcript', async () => {
  const { user, field } = await open()
  await fill(user, field, transcript)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click((await question()).getByRole('button', { name: 'Keep editing' }))
  expect(field).toHaveValue(transcript)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click((await question()).getByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(window.location.pathname).toBe(`/clients/${maya.id}`))
  expect(hasUnsavedWork()).toBe(false)
})

test('the date in a file does not replace a date that was typed while the file was read', async () => {
  const { user } = await open()
  const read = Promise.withResolvers<string>()
  const file = new File([transcript], 'session.txt', { type: 'text/plain' })
  Object.assign(file, { slice: () => ({ text: () => read.promise }) })
  const input = document.querySelector('input[type="file"]')
  if (input instanceof HTMLElement) await user.upload(input, file)
  expect(await screen.findByRole('button', { name: 'Remove file' })).toBeInTheDocument()
  const date = screen.getByLabelText(/^Date of the session/)
  fireEvent.change(date, { target: { value: '2026-01-02' } })
  read.resolve('Session of 2026-01-05\n')
  await act(() => read.promise)
  expect(date).toHaveValue('2026-01-02')
})

test('a chosen file and typed participants count as unsaved work', async () => {
  const { user } = await open()
  await user.type(screen.getByRole('textbox', { name: 'Who took part' }), 'Ada')
  expect(hasUnsavedWork()).toBe(true)
  await user.clear(screen.getByRole('textbox', { name: 'Who took part' }))
  expect(hasUnsavedWork()).toBe(false)
  const input = document.querySelector('input[type="file"]')
  if (input instanceof HTMLElement)
    await user.upload(input, new File([transcript], 'session.txt', { type: 'text/plain' }))
  await waitFor(() => expect(hasUnsavedWork()).toBe(true))
  await user.click(await follow('Resources'))
  await user.click((await question()).getByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(window.location.pathname).toBe('/resources'))
})

test('the date of a removed file no longer applies to the session', async () => {
  const { user } = await open()
  const date = screen.getByLabelText(/^Date of the session/)
  const before = date.getAttribute('value')
  const input = document.querySelector('input[type="file"]')
  if (input instanceof HTMLElement)
    await user.upload(input, new File([transcript], 'Session 2024-03-05.txt', { type: 'text/plain' }))
  await waitFor(() => expect(date).toHaveValue('2024-03-05'))
  await user.click(screen.getByRole('button', { name: 'Remove file' }))
  expect(date).toHaveValue(before)
})
