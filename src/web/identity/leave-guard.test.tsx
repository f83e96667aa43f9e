import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { confirmLeave, useLeaveGuard } from './leave-guard.ts'

function Form({ mayLeave, isNeeded = true }: { mayLeave: boolean; isNeeded?: boolean }) {
  useLeaveGuard(isNeeded, () => Promise.resolve(mayLeave))
  return null
}

test('leaving a page asks for each unsaved form, but not for saved forms', async () => {
  const { rerender, unmount } = render([<Form key="one" mayLeave={false} />, <Form key="two" mayLeave />])
  expect(await confirmLeave()).toBe(false)
  rerender([<Form key="one" mayLeave={false} isNeeded={false} />, <Form key="two" mayLeave />])
  expect(await confirmLeave()).toBe(true)
  unmount()
  expect(await confirmLeave()).toBe(true)
})
