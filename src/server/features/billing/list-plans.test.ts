import { afterAll, beforeAll, expect, test } from 'vitest'
import { PaymentFailure } from '#server/providers/payments/port.ts'
import { type BillingHarness, openBillingHarness } from '#test/billing-harness.ts'

let harness: BillingHarness
beforeAll(async () => {
  harness = await openBillingHarness()
})
afterAll(() => harness.close())

test('the plans are read from the provider every five minutes, and stay shown while it fails', async () => {
  const { owner, therapist } = await harness.newPractice()
  let reads = 0
  let isDown = true
  harness.replace({
    listPlans: async () => {
      reads += 1
      if (isDown) throw new PaymentFailure('payments_unreachable')
      return await harness.payments.listPlans()
    },
  })
  await expect(owner.billing.plans()).rejects.toMatchObject({ code: 'payments_unreachable' })
  isDown = false
  const shown = await owner.billing.plans()
  expect(await therapist.billing.plans()).toEqual(shown)
  expect(reads).toBe(2)
  harness.setNow('2026-03-10T12:05:00Z')
  isDown = true
  expect(await owner.billing.plans()).toEqual(shown)
  expect(reads).toBe(3)
})
