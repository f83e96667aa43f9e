import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { keepFocus } from './keep-focus.ts'

keepFocus()

const form = (isSending: boolean) => (
  <>
    <button disabled={isSending}>Save</button>
    <button>Help</button>
  </>
)

/** Resolves after the mutation observers were called. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** Disables the focused button, and removes its focus as browsers do. jsdom would keep it. */
function send() {
  const { rerender } = render(form(false))
  const button = screen.getByRole('button', { name: 'Save' })
  button.focus()
  rerender(form(true))
  button.blur()
  expect(document.body).toHaveFocus()
  return { button, enable: () => rerender(form(false)) }
}

test('a control that was disabled during its request gets the focus back', async () => {
  const { button, enable } = send()
  enable()
  await expect.poll(() => document.activeElement).toBe(button)
})

test('a control does not get the focus back after the user pressed elsewhere', async () => {
  const { enable } = send()
  fireEvent.pointerDown(document.body)
  enable()
  await nextTask()
  expect(document.body).toHaveFocus()
})

test('the focus stays on a control that the user focused during the request', async () => {
  const { enable } = send()
  const help = screen.getByRole('button', { name: 'Help' })
  help.focus()
  enable()
  await nextTask()
  expect(help).toHaveFocus()
})

function Question() {
  const [state, setState] = useState({ isOpen: false, isSending: false })
  return (
    <MantineProvider>
      <button onClick={() => setState({ isOpen: true, isSending: false })}>Rename</button>
      <Dialog opened={state.isOpen} onClose={() => undefined} title="Rename">
        <button
          disabled={state.isSending}
          onClick={({ currentTarget }) => {
            setState({ isOpen: true, isSending: true })
            setTimeout(() => {
              currentTarget.blur()
              // After a request, the dialog closes first, and its button is enabled later.
              setState({ isOpen: false, isSending: true })
              setTimeout(() => setState({ isOpen: false, isSending: false }))
            })
          }}
        >
          Save
        </button>
      </Dialog>
    </MantineProvider>
  )
}

test('the button of a closing dialog does not take the focus from the button that opened the dialog', async () => {
  render(<Question />)
  const opener = screen.getByRole('button', { name: 'Rename' })
  opener.focus()
  fireEvent.click(opener)
  const save = await screen.findByRole('button', { name: 'Save' })
  save.focus()
  fireEvent.click(save)
  await expect.poll(() => screen.queryByRole('button', { name: 'Save' })).toBeNull()
  await expect.poll(() => document.activeElement).toBe(opener)
})
