import { fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useLayoutEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { useShortcuts } from './use-key-down.ts'

function Page({ onPress, worksInFields = false }: { onPress: () => void; worksInFields?: boolean }) {
  useShortcuts([['s', onPress]], { worksInFields })
  return <input />
}

/** Presses `s` once its content is in the document, before React runs the passive effects of the content. */
function PressedAtOnce({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true }))
  }, [])
  return children
}

test('a shortcut works as soon as its page is shown', () => {
  const onPress = vi.fn()
  render(
    <PressedAtOnce>
      <Page onPress={onPress} />
    </PressedAtOnce>,
  )
  expect(onPress).toHaveBeenCalledOnce()
})

test('a shortcut works in a text field only if it is declared for fields', () => {
  const onPress = vi.fn()
  const page = render(<Page onPress={onPress} />)
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 's' })
  expect(onPress).not.toHaveBeenCalled()
  page.rerender(<Page onPress={onPress} worksInFields />)
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 's' })
  expect(onPress).toHaveBeenCalledOnce()
})
