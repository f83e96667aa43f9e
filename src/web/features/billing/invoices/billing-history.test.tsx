import { expect, test, vi } from 'vitest'
import { invoice } from '#web/testing/billing.ts'
import { fail } from '#web/testing/fake-server.ts'
import { openBilling } from '#web/testing/open-billing.ts'
import { region } from '#web/testing/open-page.tsx'

test('the list of invoices restarts at the first page if the invoice of its cursor was deleted', async () => {
  let isGone = false
  const user = await openBilling({
    invoices: ({ startingAfter }) => {
      if (startingAfter === undefined) return { items: [invoice], hasMore: !isGone }
      isGone = true
      return fail('invoice_missing')
    },
  })
  const history = await region('Billing History')
  await user.click(await history.findByRole('button', { name: 'Load More Invoices' }))
  await vi.waitFor(() => expect(history.queryByRole('button', { name: 'Load More Invoices' })).toBeNull())
  expect(history.getAllByRole('row')).toHaveLength(2)
  expect(history.queryByRole('alert')).toBeNull()
  expect(history.getByRole('table')).toHaveFocus()
})
