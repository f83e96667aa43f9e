import { act, getConfig, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { hasUnsavedWork } from '#web/identity/unsaved-work.ts'
import { maya } from '#web/testing/clinical.ts'
import { expectAccessible } from '#web/testing/expect-accessible.ts'
import { dialog, fill, openPage, type Part } from '#web/testing/open-page.tsx'

const question = () => dialog('Unsaved changes')
const isAsked = () => screen.queryByRole('dialog', { name: 'Unsaved changes' }) !== null
const resources = { list: () => ({ items: [], hasMore: false }), listDeleted: () => ({ items: [] }) }
const mainLink = async (name: string) =>
  within(await screen.findByRole('navigation', { name: 'Main' })).getByRole('link', { name })

/** Opens the form of a new snippet and types its text. */
async function writeSnippet() {
  const user = openPage('/snippets', { snippets: { list: () => ({ items: [] }) } })
  await user.click(await screen.findByRole('button', { name: 'Add snippet' }))
  const form = await dialog('Add snippet')
  const text = form.getByRole('textbox', { name: /^Text/ })
  await fill(user, text, 'Oriented in all spheres.\nSpeech of normal rate.')
  return { user, form, text }
}

const closings: [string, (user: UserEvent, form: Part) => Promise<void>][] = [
  ['Escape', (user) => user.keyboard('{Escape}')],
  ['Cancel', (user, form) => user.click(form.getByRole('button', { name: 'Cancel' }))],
  ['the close button', (user, form) => user.click(form.getByRole('button', { name: 'Close' }))],
]

describe('a dialog with unsaved text', () => {
  test.each(closings)(
    'a dialog with unsaved text asks before it is closed with %s, and keeps the text',
    async (_, close) => {
      const { user, form, text } = await writeSnippet()
      await close(user, form)
      const asked = await question()
      expect(asked.getByText('Your changes to this snippet are not saved yet.')).toBeInTheDocument()
      await expectAccessible()
      await user.click(asked.getByRole('button', { name: 'Keep editing' }))
      await waitFor(() => expect(isAsked()).toBe(false))
      expect(text).toHaveValue('Oriented in all spheres.\nSpeech of normal rate.')
      expect(window.location.pathname).toBe('/snippets')
      expect(hasUnsavedWork()).toBe(true)
    },
  )

  test('a dialog with unsaved text keeps the text if Escape is pressed at the question', async () => {
    const { user, text } = await writeSnippet()
    await user.keyboard('{Escape}')
    await question()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(isAsked()).toBe(false))
    expect(text).toHaveValue('Oriented in all spheres.\nSpeech of normal rate.')
  })

  test('a dialog asks if Escape follows immediately after the first typed character', async () => {
    const user = openPage('/snippets', { snippets: { list: () => ({ items: [] }) } })
    await user.click(await screen.findByRole('button', { name: 'Add snippet' }))
    const trigger = (await dialog('Add snippet')).getByRole<HTMLInputElement>('textbox', { name: /^Trigger/ })
    // On a slow machine, Escape arrives before React has run the effects of the input. `fireEvent` would run them.
    await getConfig().asyncWrapper(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(trigger, 'm')
      trigger.dispatchEvent(new Event('input', { bubbles: true }))
      await Promise.resolve()
      trigger.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    })
    await user.click((await question()).getByRole('button', { name: 'Keep editing' }))
    expect(trigger).toHaveValue('m')
  })

  test('a dialog with unsaved text closes when the text is discarded, and is empty when it opens again', async () => {
    const { user } = await writeSnippet()
    await user.keyboard('{Escape}')
    await user.click((await question()).getByRole('button', { name: 'Discard changes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(hasUnsavedWork()).toBe(false)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add snippet' })).toHaveFocus())
    await user.click(screen.getByRole('button', { name: 'Add snippet' }))
    const form = await dialog('Add snippet')
    expect(form.getByRole('textbox', { name: /^Text/ })).toHaveValue('')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('a dialog with unsaved text is not closed by a click outside', async () => {
    const { user, text } = await writeSnippet()
    const overlay = document.querySelector('.mantine-Modal-overlay')
    if (overlay) await user.click(overlay)
    expect(isAsked()).toBe(false)
    expect(text).toBeVisible()
  })
})

test('the form of a new client is lost neither by Back nor by Escape at the question', async () => {
  const user = openPage('/resources', {
    resources,
    clients: {
      list: () => ({ items: [maya], total: 1, counts: { all: 1, active: 1, archived: 0 } }),
      therapists: () => ({ items: [] }),
    },
  })
  await user.click(await mainLink('Clients'))
  await user.click(await screen.findByRole('button', { name: 'Add Client' }))
  const form = await dialog('Add Client')
  const field = form.getByLabelText(/^First Name/)
  await fill(user, field, 'Ada')
  await act(async () => window.history.back())
  expect((await question()).getByText('Your changes to this client are not saved yet.')).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(isAsked()).toBe(false))
  expect(field).toHaveValue('Ada')
  expect(window.location.pathname).toBe('/clients')
})

test('the form of a new resource is not lost by following a link', async () => {
  const user = openPage('/resources', { resources })
  const field = await screen.findByLabelText('Description')
  await fill(user, field, 'For nights.')
  await user.click(await mainLink('Clients'))
  await user.click((await question()).getByRole('button', { name: 'Keep editing' }))
  expect(field).toHaveValue('For nights.')
  expect(window.location.pathname).toBe('/resources')
})

test('the text of a suggestion stays when its dialog closes, and a reload asks first', async () => {
  const user = openPage('/resources', { resources })
  await user.click(await screen.findByRole('button', { name: /^Suggest a feature/ }))
  const form = await dialog('Suggest a feature')
  await fill(user, form.getByLabelText('Your suggestion'), 'A dictionary of my own abbreviations.')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(hasUnsavedWork()).toBe(true)
  await user.click(screen.getByRole('button', { name: /^Suggest a feature/ }))
  const reopened = await dialog('Suggest a feature')
  expect(reopened.getByLabelText('Your suggestion')).toHaveValue('A dictionary of my own abbreviations.')
})
