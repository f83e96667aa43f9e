import { screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { expectAccessible } from '#web/testing/expect-accessible.ts'
import { badGateway, fail } from '#web/testing/fake-server.ts'
import { professional, stateWith, subscriptionOf, visa } from '#web/testing/billing.ts'
import { openBilling, paidBasic } from '#web/testing/open-billing.ts'
import { dialog, openPage, region, server } from '#web/testing/open-page.tsx'

/** A page of a proxy instead of a reply. */
const otherPage = () => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } })

const unauthorized = () => fail('payments_unauthorized')

describe('a billing panel that fails to load shows the reason and can be reloaded', () => {
  const panels = [
    ['Available Plans', 'plans', 'Failed to fetch products'],
    ['Current Plan', 'state', 'Failed to fetch subscription'],
    ['Payment Method', 'paymentMethods', 'Failed to fetch payment methods'],
    ['Billing History', 'invoices', 'Failed to fetch billing history'],
  ] as const
  const failures = [
    [badGateway, 'Function error'],
    [otherPage, 'Invalid response format'],
    [unauthorized, 'Authentication error. The payment service rejected this installation.'],
  ] as const
  const cases = panels.flatMap(([name, verb, title]) =>
    failures.map(([reply, reason]) => ({ name, verb, title, reply, reason })),
  )

  test.for(cases)(
    'the billing panel $name shows "$reason" if it fails to load, and can be reloaded',
    async ({ name, verb, title, reply, reason }) => {
      const user = openPage('/billing', { billing: { ...paidBasic, [verb]: reply } })
      const alert = await screen.findByRole('alert')
      expect(alert).toHaveTextContent(title)
      expect(alert).toHaveTextContent(reason)
      expect(await screen.findByRole('region', { name })).toContainElement(alert)
      if (reply === unauthorized) await expectAccessible()
      server.reply({ billing: paidBasic })
      await user.click(within(alert).getByRole('button', { name: 'Try Again' }))
      await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
      await screen.findByRole('table', { name: 'Billing History' })
    },
  )
})

test('a billing panel that fails to refresh keeps its data', async () => {
  const user = await openBilling({
    state: () => stateWith(subscriptionOf(professional)),
    paymentMethods: () => ({ items: [visa] }),
    removeCard: () => ({ items: [] }),
  })
  server.reply({ billing: { state: badGateway } })
  await user.click((await region('Payment Method')).getByRole('button', { name: 'Manage Payment Methods' }))
  await user.click(await (await dialog('Payment Methods')).findByRole('button', { name: /^Delete Visa/ }))
  const question = await dialog('Delete payment method')
  expect(question.getByText(/It will no longer be charged\.$/)).toBeInTheDocument()
  await user.click(question.getByRole('button', { name: 'Delete' }))
  const plan = await region('Current Plan')
  expect(await plan.findByRole('alert', { hidden: true })).toHaveTextContent('Failed to fetch subscription')
  expect(plan.getByText('Professional')).toBeInTheDocument()
})

test('plans, subscription and invoices are fetched again once their cache has expired', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const user = await openBilling()
    server.reply({
      resources: { list: () => ({ items: [], hasMore: false, total: 0 }), listDeleted: () => ({ items: [] }) },
    })
    await screen.findByRole('table', { name: 'Billing History' })
    const main = screen.getByRole('navigation', { name: 'Main' })
    /** Opens another page and comes back after this time. Resolves with the calls since then. */
    const away = async (milliseconds: number) => {
      await user.click(within(main).getByRole('link', { name: 'Resources' }))
      await screen.findByRole('heading', { level: 1, name: 'Resource Library' })
      vi.setSystemTime(Date.now() + milliseconds)
      server.calls.length = 0
      window.history.back()
      await screen.findByRole('table', { name: 'Billing History' })
      return server.calls.filter((call) => /^billing\.(plans|state|invoices)$/.test(call)).toSorted()
    }
    expect(await away(100_000)).toEqual([])
    expect(await away(25_000)).toEqual(['billing.invoices'])
    expect(await away(100_000)).toEqual([])
    expect(await away(80_000)).toEqual(['billing.invoices', 'billing.plans', 'billing.state'])
  } finally {
    vi.useRealTimers()
  }
})
