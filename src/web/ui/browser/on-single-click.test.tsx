import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { onSingleClick } from './on-single-click.ts'

test('a double click has one effect, and a key that is pressed twice has two effects', async () => {
  const user = userEvent.setup()
  const act = vi.fn()
  render(
    <button type="button" {...onSingleClick(act)}>
      Quote
    </button>,
  )
  await user.dblClick(screen.getByRole('button'))
  expect(act).toHaveBeenCalledOnce()
  await user.keyboard('{Enter}{Enter}')
  expect(act).toHaveBeenCalledTimes(3)
})
