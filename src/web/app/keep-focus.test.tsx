import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { keepFocus } from './keep-focus.ts'

keepFocus()

const form = (isSending: boolean) => (
  <>
    <button disabled={isSending}>Save</button>
    <button>Help</button>
  </>
)

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

test('a control that the user focused meanwhile keeps the focus', async () => {
  const { enable } = send()
  const help = screen.getByRole('button', { name: 'Help' })
  help.focus()
  enable()
  // Observers are called before the next task.
  await new Promise((resolve) => setTimeout(resolve))
  expect(help).toHaveFocus()
})
