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

/** Mutation observers have been called by then. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** Disables the focused button. jsdom keeps its focus, browsers do not. */
function send() {
  const { rerender } = render(form(false))
  const button = screen.getByRole('button', { name: 'Save' })
  button.focus()
  rerender(form(true))
  button.blur()
  expect(document.body).toHaveFocus()
  return { button, enable: () => rerender(form(false)) }
}

test('a control that was disabled during its request gets its focus back', async () => {
  const { button, enable } = send()
  enable()
  await expect.poll(() => document.activeElement).toBe(button)
})

test('a press beside the control leaves it, and later requests do not bring the focus back', async () => {
  const { enable } = send()
  fireEvent.pointerDown(document.body)
  enable()
  await nextTask()
  expect(document.body).toHaveFocus()
})

test('a control that the user focused meanwhile keeps the focus', async () => {
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
              // As after a request: the dialog closes, and only then its button is enabled again.
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

test('the button of a closing dialog does not take the focus from the button that opened it', async () => {
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
