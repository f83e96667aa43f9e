import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
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
