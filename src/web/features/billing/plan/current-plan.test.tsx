import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { basic, mastercard, stateWith, subscriptionOf, visa } from '#web/testing/billing.ts'
import { badGateway, offline } from '#web/testing/fake-server.ts'
import { openBilling } from '#web/testing/open-billing.ts'
import { region, server } from '#web/testing/open-page.tsx'

const overdue = stateWith({ ...subscriptionOf(basic), status: 'past_due' })
const trial = stateWith({ ...subscriptionOf(basic), status: 'trialing', trialEnd: '2030-02-01T00:00:00.000Z' })

/** Ends the refetching of a state that does not show the payment yet. */
async function showPaid() {
  server.reply({ billing: { state: () => stateWith(subscriptionOf(basic)) } })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Pay Now' })).toBeNull())
}

test('a payment is confirmed even if the status does not show it yet', async () => {
  const user = await openBilling({
    state: () => overdue,
    payOpen: () => ({ ...overdue, paidInvoices: 1 }),
  })
  await user.click((await region('Current Plan')).getByRole('button', { name: 'Pay Now' }))
  expect(await screen.findByText(/^The payment went through\./)).toBeInTheDocument()
  expect(screen.queryByText(/There is no open payment/)).toBeNull()
  await showPaid()
})

test('without an open invoice, Pay Now says that there is no open payment', async () => {
  const user = await openBilling({
    state: () => overdue,
    payOpen: () => ({ ...overdue, paidInvoices: 0 }),
  })
  const current = await region('Current Plan')
  await user.click(current.getByRole('button', { name: 'Pay Now' }))
  expect(await current.findByRole('alert')).toHaveTextContent('There is no open payment.')
  await showPaid()
})

test('a retried payment is another request after the default card changed', async () => {
  const ids: string[] = []
  const swapped = [
    { ...mastercard, isDefault: true },
    { ...visa, isDefault: false },
  ]
  const user = await openBilling({
    state: () => overdue,
    paymentMethods: () => ({ items: [visa, mastercard] }),
    setDefaultCard: () => ({ items: swapped }),
    payOpen: ({ requestId }) => {
      ids.push(requestId)
      return offline()
    },
  })
  const current = await region('Current Plan')
  const pay = async (times: number) => {
    await user.click(current.getByRole('button', { name: 'Pay Now' }))
    await expect.poll(() => ids.length).toBe(times)
    await current.findByRole('alert')
  }
  await pay(1)
  await pay(2)
  await user.click((await region('Payment Method')).getByRole('button', { name: 'Manage Payment Methods' }))
  await user.click(await screen.findByRole('button', { name: 'Set Default: Mastercard ending in 4444' }))
  await screen.findByRole('button', { name: 'Set Default: Visa ending in 4242' })
  await user.keyboard('{Escape}')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await pay(3)
  expect([ids[1] === ids[0], ids[2] === ids[0]]).toEqual([true, false])
})

test.each([
  ['asks for a card', [], 1],
  ['asks for no card if there is a default card', [visa], 0],
])('the hint of a trial %s', async (_, items, count) => {
  await openBilling({ state: () => trial, paymentMethods: () => ({ items }) })
  await (await region('Payment Method')).findByRole('button', { name: /^(Add|Manage) Payment Method/ })
  expect(screen.queryAllByText(/^Add a payment method to continue after the trial\./)).toHaveLength(count)
})

test('the hint of a trial asks for no card if the cards cannot be loaded', async () => {
  await openBilling({ state: () => trial, paymentMethods: badGateway })
  await (await region('Payment Method')).findByText(/^Failed to fetch payment methods/)
  expect(screen.queryByText(/^Add a payment method to continue after the trial\./)).toBeNull()
})
