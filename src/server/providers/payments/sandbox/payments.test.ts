import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCard } from '#shared/contract/billing.ts'
import { testCards } from '#shared/rules/test-cards.ts'
import { addCard, cards, newCustomer, newKey, newSubscriber, openSandbox, type SandboxHarness } from '#test/payments.ts'
import { catalog } from './catalog.ts'
import { createSandboxPayments } from './payments.ts'

let harness: SandboxHarness
const [basic = '', professional = ''] = catalog.map((plan) => plan.priceId)

beforeAll(async () => {
  harness = await openSandbox()
})
afterAll(() => harness.close())

describe('test cards', () => {
  const goodCard: TestCard = { number: cards.good, expMonth: 12, expYear: 2034, cvc: '123', isConfirmed: false }

  async function fill(card: Partial<TestCard>) {
    const customerId = await newCustomer(harness)
    const { id: setupId } = await harness.payments.beginCardSetup({ customerId, ...newKey() })
    const filled = await harness.payments
      .fillCard({ customerId, setupId, card: { ...goodCard, ...card } })
      .catch(codeOf)
    const attached = await harness.payments.finishCardSetup({ customerId, setupId }).then(() => 'attached', codeOf)
    return [filled, attached]
  }
  const codeOf = (error: { code: string }) => error.code

  const outcomes = {
    succeeds: ['succeeded', 'attached'],
    charge_fails: ['succeeded', 'attached'],
    second_step: ['requires_action', 'setup_unsuccessful'],
    declined: ['card_declined', 'setup_unsuccessful'],
    expired: ['card_expired', 'setup_unsuccessful'],
    wrong_cvc: ['card_cvc', 'setup_unsuccessful'],
  } as const

  test.each(testCards)('the test card $number has the outcome $outcome', async ({ number, brand, outcome }) => {
    expect(await fill({ number, cvc: brand === 'amex' ? '1234' : '123' })).toEqual(outcomes[outcome])
  })

  test('a card that needs a second step is attached after the step', async () => {
    expect(await fill({ number: '4000002500003155', isConfirmed: true })).toEqual(['succeeded', 'attached'])
  })

  test('unknown numbers, wrong codes and past months are rejected', async () => {
    expect(await fill({ number: '4012888888881881' })).toEqual(['card_unknown', 'setup_unsuccessful'])
    expect(await fill({ cvc: '1234' })).toEqual(['card_cvc', 'setup_unsuccessful'])
    expect(await fill({ expMonth: 2, expYear: 2026 })).toEqual(['card_expired', 'setup_unsuccessful'])
    expect(await fill({ expMonth: 3, expYear: 2026 })).toEqual(['succeeded', 'attached'])
  })

  test('a card form accepts a corrected card, and no card after it is finished', async () => {
    const customerId = await newCustomer(harness)
    const { id: setupId } = await harness.payments.beginCardSetup({ customerId, ...newKey() })
    const fillCard = (number: string) =>
      harness.payments.fillCard({ customerId, setupId, card: { ...goodCard, number } })
    await expect(fillCard('4000000000000002')).rejects.toMatchObject({ code: 'card_declined' })
    expect(await fillCard(cards.good)).toBe('succeeded')
    await harness.payments.finishCardSetup({ customerId, setupId })
    await expect(fillCard(cards.other)).rejects.toMatchObject({ code: 'setup_unsuccessful' })
  })

  test('only brand and last four digits are stored, never number or code', async () => {
    for (const { number } of testCards) await fill({ number, cvc: '987', isConfirmed: true })
    const stored = await harness.dump()
    expect(stored).toContain('"last4\\": \\"4242\\"')
    for (const { number } of testCards) expect(stored).not.toContain(number)
    expect(stored).not.toMatch(/cvc|987"/)
  })
})

describe('events of the sandbox', () => {
  test('events are accepted within five minutes of their delivery', async () => {
    harness.setNow('2026-03-10T12:00:00Z')
    await newCustomer(harness)
    const delivery = (await harness.deliveries()).at(-1)
    if (!delivery) throw new Error('There is no event')
    const read = (now: string) => {
      harness.setNow(now)
      return harness.payments.readEvent(delivery.body, delivery.signature)
    }
    for (const now of ['2026-03-10T11:55:00Z', '2026-03-10T12:05:00Z']) expect(read(now)?.id).toMatch(/^evt_test_/)
    for (const now of ['2026-03-10T11:54:58Z', '2026-03-10T12:05:02Z']) expect(read(now)).toBeNull()
  })
})

describe('invoice files', () => {
  /** The text of the page, which is not compressed. */
  async function textOf(customerId: string, invoiceId: string): Promise<string> {
    const { pdf } = await harness.payments.invoiceFile({ customerId, invoiceId })
    const file = (await buffer(pdf)).toString('latin1')
    const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1])
    const places = file.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)
    expect([...places].map(([, place]) => file.slice(Number(place)).split('\n')[0])).toEqual(
      [1, 2, 3, 4, 5].map((number) => `${number} 0 obj`),
    )
    return [...file.matchAll(/^\((.*)\) Tj T\*$/gm)].map(([, line = '']) => line.replaceAll('\\', '')).join('\n')
  }

  test('invoice files contain number, date, customer, lines and total, and say that they are not real', async () => {
    harness.setNow('2026-04-01T12:00:00Z')
    const customerId = await newSubscriber(harness, 'basic')
    harness.setNow('2026-04-16T12:00:00Z')
    await harness.payments.changePlan({ customerId, priceId: professional, ...newKey() })
    const [change, first] = (await harness.payments.listInvoices({ customerId, limit: 2 })).items
    expect(await textOf(customerId, first?.id ?? '')).toContain('Basic, Apr 1, 2026 to May 1, 2026: $29.00')
    const text = await textOf(customerId, change?.id ?? '')
    expect(text.replace(/[\w-]+@example\.test/, 'owner@example.test').split('\n')).toEqual([
      'Invoice',
      'Test mode, not a real invoice',
      '',
      `Number: ${change?.number}`,
      'Date: April 16, 2026',
      'Billed to: Northside Clinic',
      'owner@example.test',
      '',
      'Change from Basic to Professional',
      'Basic, days not used: -$14.50',
      'Professional, Apr 16, 2026 to May 1, 2026: $34.50',
      '',
      'Total: $20.00',
      'Status: Paid with Visa ending in 4242',
    ])
  })

  test.each([
    ['Latin letters', 'Zoé & Söhne (Köln)', 'Billed to: Zoé & Söhne (Köln)\nowner@example.test'],
    ['other letters', 'Łódź Gabinet', 'Billed to: ?ód? Gabinet\nowner@example.test'],
    ['a long name', `A practice ${'on and '.repeat(20)}on`, /^Billed to: A practice .{68}\nowner@example.test$/m],
  ])('invoice files show that nothing was paid, and names in Latin-1: %s', async (_, name, line) => {
    harness.setNow('2026-04-01T12:00:00Z')
    const details = { organizationId: 'organization', email: 'owner@example.test', name }
    const { customerId } = await harness.payments.createCustomer({ ...details, ...newKey() })
    await harness.payments.startTrial({ customerId, priceId: basic, days: 7, ...newKey() })
    await addCard(harness, customerId, cards.failsLater)
    harness.setNow('2026-04-08T12:00:00Z')
    await harness.payments.advance()
    const [invoice] = (await harness.payments.listInvoices({ customerId, limit: 1 })).items
    const text = await textOf(customerId, invoice?.id ?? '')
    expect(text).toContain('Status: Not paid')
    expect(text).toMatch(line)
  })
})

test('an idempotency key is stored for two days', async () => {
  harness.setNow('2026-05-01T12:00:00Z')
  const customerId = await newCustomer(harness)
  const input = { customerId, idempotencyKey: `key for ${customerId}` }
  const { id } = await harness.payments.beginCardSetup(input)
  harness.setNow('2026-05-03T12:00:00Z')
  await harness.payments.advance()
  expect(await harness.payments.beginCardSetup(input)).toMatchObject({ id })
  harness.setNow('2026-05-03T12:00:01Z')
  await harness.payments.advance()
  expect(await harness.dump()).not.toContain(input.idempotencyKey)
  expect((await harness.payments.beginCardSetup(input)).id).not.toBe(id)
})

test('a lost database connection is reported as payments_unreachable', async () => {
  const lost = createSandboxPayments({
    databaseUrl: 'postgres://app_payments:wrong@127.0.0.1:1/nowhere',
    clock: () => new Date(),
    eventKey: Buffer.alloc(32),
  })
  await expect(lost.findSubscription('cus_test')).rejects.toMatchObject({ code: 'payments_unreachable' })
  await lost.close()
})
