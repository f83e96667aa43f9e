import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { ProrationPreview } from '#shared/contract/billing.ts'
import { basic, enterprise, professional, stateWith, subscriptionOf, visa } from '#web/testing/billing.ts'
import { expectAccessible } from '#web/testing/expect-accessible.ts'
import { badGateway, fail, held, offline } from '#web/testing/fake-server.ts'
import { openBilling, planCard } from '#web/testing/open-billing.ts'
import { dialog, region, server } from '#web/testing/open-page.tsx'

const onBasic = subscriptionOf(basic)
const endingBasic = { ...onBasic, cancelAtPeriodEnd: true }
const onProfessional = stateWith(subscriptionOf(professional))

const preview: ProrationPreview = {
  currency: 'usd',
  currentPlan: { name: 'Basic', amount: 2900 },
  newPlan: { name: 'Professional', amount: 6900 },
  proration: { daysRemaining: 31, totalDaysInCycle: 31, creditAmount: -2900, chargeAmount: 6900, netAmount: 4000 },
  unpaidAmount: 0,
  creditUsed: 0,
  creditKept: 0,
  dueNow: 4000,
  nextInvoice: { amount: 6900, periodStart: '2030-02-01T00:00:00.000Z' },
  endsAt: null,
}

const press = (part: { getByRole: typeof screen.getByRole }, name: string | RegExp) =>
  part.getByRole('button', { name })

describe('the summary of a plan change', () => {
  const summaryOf = async (shown: ProrationPreview, plan = 'Professional') => {
    const user = await openBilling({ preview: () => shown })
    await user.click(press(await planCard(plan), `Change to ${plan}`))
    const summary = await screen.findByRole('region', { name: 'Billing summary' })
    return within(summary)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent])
  }

  test('the summary of a plan change shows what each plan costs, what is due now and the next invoice', async () => {
    expect(await summaryOf(preview)).toEqual([
      ['Current plan: Basic', '$29.00'],
      ['New plan: Professional', '$69.00'],
      ['Days remaining', '31 of 31'],
      ['Credit for Basic', '-$29.00'],
      ['Charge for Professional', '$69.00'],
      ['Due now', '$40.00'],
      ['Next invoice on 02/01/2030', '$69.00'],
    ])
  })

  test('the summary of a plan change shows the credit that is left for the next invoices', async () => {
    const lines = await summaryOf({ ...preview, creditKept: 12_000, dueNow: 0 })
    expect(lines).toContainEqual(['Credited to your next invoices', '$120.00'])
    expect(lines).toContainEqual(['Due now', '$0.00'])
  })

  test('the summary of a plan change shows the credit that pays for the change', async () => {
    const nextInvoice = { amount: 0, periodStart: '2030-02-01T00:00:00.000Z' }
    const lines = await summaryOf({ ...preview, creditUsed: -4000, dueNow: 0, nextInvoice })
    expect(lines).toContainEqual(['Credit used', '-$40.00'])
    expect(lines).toContainEqual(['Due now', '$0.00'])
    expect(lines.at(-1)).toEqual(['Next invoice on 02/01/2030', '$0.00'])
  })

  test('the summary of a plan change shows when a canceled plan ends, and no next invoice', async () => {
    const lines = await summaryOf({ ...preview, nextInvoice: null, endsAt: '2030-02-01T00:00:00.000Z' })
    expect(lines.at(-1)).toEqual(['Ends on 02/01/2030', 'No further invoice'])
    expect(lines.map(([name]) => name).join()).not.toContain('Next invoice')
    await expectAccessible()
  })

  test('the summary of a plan change includes unpaid amounts, and must load before the change can be confirmed', async () => {
    const { reply, release } = held(() => ({ ...preview, unpaidAmount: 2900, dueNow: 6900 }))
    const user = await openBilling({ preview: reply })
    await user.click(press(await planCard('Professional'), 'Change to Professional'))
    const confirm = await dialog('Confirm Plan Change')
    expect(confirm.getByText('Loading billing summary')).toBeInTheDocument()
    expect(press(confirm, 'Confirm Change')).toBeDisabled()
    release()
    const summary = within(await confirm.findByRole('region', { name: 'Billing summary' }))
    expect(press(confirm, 'Confirm Change')).toBeEnabled()
    expect(summary.getByText('Unpaid from before').nextElementSibling).toHaveTextContent('$29.00')
    expect(summary.getByText('Due now').nextElementSibling).toHaveTextContent('$69.00')
  })
})

test('a plan change without a preview uses standard proration, and a retry reuses the request id', async () => {
  const ids: string[] = []
  const user = await openBilling({
    preview: badGateway,
    changePlan: ({ requestId }) => {
      ids.push(requestId)
      return ids.length === 1 ? offline() : onProfessional
    },
  })
  await user.click(press(await planCard('Professional'), 'Change to Professional'))
  const confirm = await dialog('Confirm Plan Change')
  expect(await confirm.findByRole('alert')).toHaveTextContent(
    'Unable to calculate exact billing preview. Your subscription will be updated with standard proration.',
  )
  await expectAccessible()
  await user.click(press(confirm, 'Confirm Change'))
  await confirm.findByText(/Attend cannot be reached right now\./)
  await user.click(press(confirm, 'Confirm Change'))
  await (await region('Current Plan')).findByText('Professional')
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Available Plans' })).toHaveFocus())
  expect(ids).toHaveLength(2)
  expect(ids[1]).toBe(ids[0])
})

test('a plan change confirms the shown amount, and shows the new amount if another one is due by now', async () => {
  const amounts: (number | null | undefined)[] = []
  const previews = [preview, { ...preview, currentPlan: { name: 'Enterprise', amount: 14_900 }, dueNow: 0 }]
  const user = await openBilling({
    preview: () => previews.shift() ?? badGateway(),
    changePlan: ({ dueNow }) => {
      amounts.push(dueNow)
      return amounts.length === 1 ? fail('amount_changed') : onProfessional
    },
  })
  await user.click(press(await planCard('Professional'), 'Change to Professional'))
  const confirm = await dialog('Confirm Plan Change')
  await confirm.findByText(/^Change from Basic to Professional/)
  await confirm.findByRole('region', { name: 'Billing summary' })
  await user.click(press(confirm, 'Confirm Change'))
  expect(await confirm.findByText(/The amount due has changed/)).toBeInTheDocument()
  await confirm.findByText(/^Change from Enterprise to Professional/)
  expect(confirm.getByText('Due now').nextElementSibling).toHaveTextContent('$0.00')
  await user.click(press(confirm, 'Confirm Change'))
  await (await region('Current Plan')).findByText('Professional')
  expect(amounts).toEqual([4000, 0])
})

test.each([
  ['amount_changed', /The amount due has changed/],
  ['payments_unreachable', /The payment service cannot be reached/],
] as const)('a plan change after %s confirms no amount if the summary cannot be shown again', async (code, reason) => {
  const amounts: (number | null | undefined)[] = []
  const previews = [preview]
  const user = await openBilling({
    preview: () => previews.shift() ?? badGateway(),
    changePlan: ({ dueNow }) => {
      amounts.push(dueNow)
      return amounts.length === 1 ? fail(code) : onProfessional
    },
  })
  await user.click(press(await planCard('Professional'), 'Change to Professional'))
  const confirm = await dialog('Confirm Plan Change')
  await confirm.findByRole('region', { name: 'Billing summary' })
  await user.click(press(confirm, 'Confirm Change'))
  await confirm.findByText(reason)
  await confirm.findByText(/Unable to calculate exact billing preview/)
  await user.click(press(confirm, 'Confirm Change'))
  await (await region('Current Plan')).findByText('Professional')
  expect(amounts).toEqual([4000, null])
})

test('a change of an overdue plan without a billing summary says that open invoices are charged first', async () => {
  const state = stateWith({ ...onBasic, status: 'past_due' })
  const user = await openBilling({ state: () => state, preview: badGateway })
  await user.click(press(await planCard('Professional'), 'Change to Professional'))
  const confirm = await dialog('Confirm Plan Change')
  expect(await confirm.findByRole('alert')).toHaveTextContent('Open invoices are charged first.')
})

test('the billing state is refetched until it shows the plan change', async () => {
  const before = stateWith(onBasic)
  const user = await openBilling({ preview: () => preview, changePlan: () => before })
  let looks = 0
  server.reply({ billing: { state: () => (++looks < 2 ? before : onProfessional) } })
  await user.click(press(await planCard('Professional'), 'Change to Professional'))
  const confirm = await dialog('Confirm Plan Change')
  await confirm.findByRole('region', { name: 'Billing summary' })
  await user.click(press(confirm, 'Confirm Change'))
  expect(await screen.findByText('You’re now on Professional.')).toBeInTheDocument()
  await (await region('Current Plan')).findByText('Professional')
  expect(looks).toBe(2)
})

test('a plan change does not wait for the list of cards', async () => {
  const { reply, release } = held(() => ({ items: [visa] }))
  const user = await openBilling({ paymentMethods: reply, preview: () => preview })
  await user.click(press(await planCard('Professional'), 'Change to Professional'))
  expect((await dialog('Confirm Plan Change')).getByText('Billing summary')).toBeInTheDocument()
  release()
})

test('a first plan waits for the list of cards, and shows that it is loading', async () => {
  const { reply, release } = held(() => ({ items: [visa] }))
  const user = await openBilling({ state: () => stateWith(null), paymentMethods: reply })
  const choose = press(await planCard('Basic'), 'Choose Basic')
  await user.click(choose)
  expect(choose).toHaveAttribute('data-loading', 'true')
  expect(screen.queryByRole('dialog')).toBeNull()
  release()
  expect((await dialog('Confirm Plan Change')).getByText(/Subscribe to Basic/)).toBeInTheDocument()
})

test('a double click on Reactivate sends one request', async () => {
  const { reply, release } = held(() => stateWith(onBasic))
  const user = await openBilling({ state: () => stateWith(endingBasic), reactivate: reply })
  await user.dblClick(press(await region('Quick Actions'), /^Reactivate Subscription/))
  server.reply({ billing: { state: () => stateWith(onBasic) } })
  release()
  expect(await screen.findByText('Your subscription continues.')).toBeInTheDocument()
  await (await region('Current Plan')).findByText(/until your plan renews/)
  expect(screen.queryByText(/Another change/)).toBeNull()
  expect(server.calls.filter((call) => call === 'billing.reactivate')).toHaveLength(1)
})

test('a reactivation after a card was added stays shown if an older state arrives after it', async () => {
  const older = held(() => stateWith(endingBasic))
  const states = [() => stateWith(endingBasic), older.reply]
  const reactivations = [() => fail('billing_no_card'), () => stateWith(onBasic)]
  const user = await openBilling({
    state: (input) => (states.shift() ?? (() => stateWith(onBasic)))(input),
    paymentMethods: () => ({ items: [] }),
    reactivate: () => (reactivations.shift() ?? offline)(),
    beginCard: () => ({ id: 'seti_1', clientSecret: 'seti_1_secret' }),
    fillTestCard: () => ({ status: 'succeeded' }),
    finishCard: () => ({ items: [visa] }),
  })
  await user.click(press(await region('Quick Actions'), /^Reactivate Subscription/))
  await user.click(press(await dialog('Payment Method Required'), 'Add Payment Method'))
  const methods = await dialog('Payment Methods')
  await user.click(await methods.findByRole('button', { name: /^4242 4242 4242 4242/ }))
  await user.click(press(methods, 'Add Card'))
  await (await region('Current Plan')).findByText(/until your plan renews/)
  // The read that was under way during the change is repeated.
  await waitFor(() => expect(server.calls.filter((call) => call === 'billing.state')).toHaveLength(3))
  older.release()
  await (await region('Current Plan')).findByText(/until your plan renews/)
})

test('a cancellation names the end of the period that the response has', async () => {
  const renewed = { ...endingBasic, currentPeriodEnd: '2030-03-01T00:00:00.000Z' }
  const user = await openBilling({ cancel: () => stateWith(renewed) })
  await user.click(press(await region('Quick Actions'), /^Cancel Subscription/))
  await user.click(press(await dialog('Cancel Subscription'), 'Cancel Subscription'))
  expect(await screen.findByText('Your subscription ends on 03/01/2030.')).toBeInTheDocument()
})

test('a failed cancellation shows the reason', async () => {
  const user = await openBilling({ cancel: () => fail('payments_unreachable') })
  await user.click(press(await region('Quick Actions'), /^Cancel Subscription/))
  const cancel = await dialog('Cancel Subscription')
  await user.click(press(cancel, 'Cancel Subscription'))
  expect(await cancel.findByRole('alert')).toHaveTextContent(
    'Failed to cancel subscription: Connection failed. The payment service cannot be reached right now.',
  )
  await user.click(press(cancel, 'Keep Subscription'))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await region('Current Plan')).queryByText('Ends with the period')).toBeNull()
})

test('the current plan is not offered as a change', async () => {
  await openBilling({ state: () => stateWith(subscriptionOf(enterprise)) })
  expect((await planCard('Enterprise')).getByText('Current plan')).toBeInTheDocument()
  expect((await planCard('Enterprise')).queryByRole('button')).toBeNull()
})
