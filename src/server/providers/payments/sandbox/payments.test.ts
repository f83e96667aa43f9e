import { buffer } from 'node:stream/consumers'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCard } from '#shared/contract/billing.ts'
import { testCards } from '#shared/rules/test-cards.ts'
import { cards, newCustomer, onceMore, openTestPayments, type TestPaymentsDesk } from '#test/payments.ts'
import { catalog } from './catalog.ts'
import { createTestPayments } from './payments.ts'

let desk: TestPaymentsDesk
const [basic = '', professional = ''] = catalog.map((plan) => plan.priceId)

beforeAll(async () => {
  desk = await openTestPayments()
})
afterAll(() => desk.close())

describe('a test card', () => {
  const good: TestCard = { number: cards.good, expMonth: 12, expYear: 2034, cvc: '123', isConfirmed: false }

  async function fill(card: Partial<TestCard>) {
    const customerId = await newCustomer(desk)
    const { id: setupId } = await desk.payments.beginCardSetup({ customerId, ...onceMore() })
    const answer = await desk.payments.fillCard({ customerId, setupId, card: { ...good, ...card } }).catch(codeOf)
    const kept = await desk.payments.finishCardSetup({ customerId, setupId }).then(() => 'kept', codeOf)
    return [answer, kept]
  }
  const codeOf = (error: { code: string }) => error.code

  const outcomes = {
    succeeds: ['succeeded', 'kept'],
    charge_fails: ['succeeded', 'kept'],
    second_step: ['requires_action', 'setup_unsuccessful'],
    declined: ['card_declined', 'setup_unsuccessful'],
    expired: ['card_expired', 'setup_unsuccessful'],
    wrong_cvc: ['card_cvc', 'setup_unsuccessful'],
  } as const

  test.each(testCards)('$number $outcome', async ({ number, brand, outcome }) => {
    expect(await fill({ number, cvc: brand === 'amex' ? '1234' : '123' })).toEqual(outcomes[outcome])
  })

  test('that asks for a second step is kept once it is given', async () => {
    expect(await fill({ number: '4000002500003155', isConfirmed: true })).toEqual(['succeeded', 'kept'])
  })

  test('is none with any other number, and needs the right code and a month to come', async () => {
    expect(await fill({ number: '4012888888881881' })).toEqual(['card_unknown', 'setup_unsuccessful'])
    expect(await fill({ cvc: '1234' })).toEqual(['card_cvc', 'setup_unsuccessful'])
    expect(await fill({ expMonth: 2, expYear: 2026 })).toEqual(['card_expired', 'setup_unsuccessful'])
    expect(await fill({ expMonth: 3, expYear: 2026 })).toEqual(['succeeded', 'kept'])
  })

  test('corrected in the same form is taken, and a form that is finished takes no more', async () => {
    const customerId = await newCustomer(desk)
    const { id: setupId } = await desk.payments.beginCardSetup({ customerId, ...onceMore() })
    const filled = (number: string) => desk.payments.fillCard({ customerId, setupId, card: { ...good, number } })
    await expect(filled('4000000000000002')).rejects.toMatchObject({ code: 'card_declined' })
    expect(await filled(cards.good)).toBe('succeeded')
    await desk.payments.finishCardSetup({ customerId, setupId })
    await expect(filled(cards.other)).rejects.toMatchObject({ code: 'setup_unsuccessful' })
  })

  test('leaves its brand and last four, and neither number nor code', async () => {
    for (const { number } of testCards) await fill({ number, cvc: '987', isConfirmed: true })
    const kept = await desk.dump()
    expect(kept).toContain('"last4\\": \\"4242\\"')
    for (const { number } of testCards) expect(kept).not.toContain(number)
    expect(kept).not.toMatch(/cvc|987"/)
  })
})

describe('an event', () => {
  test('is read within five minutes of its delivery', async () => {
    desk.setNow('2026-03-10T12:00:00Z')
    await newCustomer(desk)
    const delivery = (await desk.deliveries()).at(-1)
    if (!delivery) throw new Error('There is no event')
    const read = (now: string) => {
      desk.setNow(now)
      return desk.payments.readEvent(delivery.body, delivery.signature)
    }
    for (const now of ['2026-03-10T11:55:00Z', '2026-03-10T12:05:00Z']) expect(read(now)?.id).toMatch(/^evt_test_/)
    for (const now of ['2026-03-10T11:54:58Z', '2026-03-10T12:05:02Z']) expect(read(now)).toBeNull()
  })
})

describe('the file of an invoice', () => {
  async function textOf(customerId: string, invoiceId: string): Promise<string> {
    const file = await desk.payments.invoiceFile({ customerId, invoiceId })
    const document = await getDocumentProxy(new Uint8Array(await buffer(file.pdf)))
    const { totalPages, text } = await extractText(document, { mergePages: true })
    expect(totalPages).toBe(1)
    return text
  }

  test('is a PDF that says number, date, amount and what for, and that it is none', async () => {
    desk.setNow('2026-04-01T12:00:00Z')
    const customerId = await newCustomer(desk, cards.good)
    await desk.payments.subscribe({ customerId, priceId: basic, ...onceMore() })
    desk.setNow('2026-04-16T12:00:00Z')
    await desk.payments.changePlan({ customerId, priceId: professional, ...onceMore() })
    const [change, first] = (await desk.payments.listInvoices({ customerId, limit: 2 })).items
    const text = await textOf(customerId, change?.id ?? '')
    for (const part of [
      'Test mode, not a real invoice',
      change?.number ?? 'no number',
      'April 16, 2026',
      'Northside Clinic',
      'owner@example.test',
      'Change from Basic to Professional',
      '-$14.50',
      '$34.50',
      '$20.00',
      'Paid with Visa ending in 4242',
    ])
      expect(text).toContain(part)
    expect(await textOf(customerId, first?.id ?? '')).toContain('Basic, Apr 1, 2026 to May 1, 2026')
  })

  test.each([
    ['Northside Clinic', 'Northside Clinic'],
    ['Łódź Gabinet', 'Łódź Gabinet'],
    ['Průvodce, Ťažký Őrség & Ğül', 'Průvodce, Ťažký Őrség & Ğül'],
    ['Bác sĩ Nguyễn Thị Đường', 'Bác sĩ Nguyễn Thị Đường'],
    ['Психотерапия Ґанок', 'Психотерапия Ґанок'],
    ['Ψυχοθεραπεία', 'Ψυχοθεραπεία'],
    ['Ünder 山 “Łódź” – Zoé', 'Ünder ? “Łódź” – Zoé'],
    [`A practice that goes ${'on and '.repeat(20)}on`, '…\nowner@example.test'],
    [`Практика ${'и ещё '.repeat(30)}`, '…\nowner@example.test'],
  ])('says what was not paid, and whom it is for: %s', async (name, read) => {
    desk.setNow('2026-04-01T12:00:00Z')
    const details = { organizationId: 'organization', email: 'owner@example.test', name }
    const { customerId } = await desk.payments.createCustomer({ ...details, ...onceMore() })
    await desk.payments.startTrial({ customerId, priceId: basic, days: 7, ...onceMore() })
    const { id: setupId } = await desk.payments.beginCardSetup({ customerId, ...onceMore() })
    await desk.fillCard(customerId, setupId, cards.failsLater)
    await desk.payments.finishCardSetup({ customerId, setupId })
    desk.setNow('2026-04-08T12:00:00Z')
    await desk.payments.advance()
    const [invoice] = (await desk.payments.listInvoices({ customerId, limit: 1 })).items
    const text = await textOf(customerId, invoice?.id ?? '')
    expect(text).toContain('Not paid')
    expect(text.normalize('NFC')).toContain(read)
  })
})

test('a key is known for two days, and forgotten then', async () => {
  desk.setNow('2026-05-01T12:00:00Z')
  const customerId = await newCustomer(desk)
  const wish = { customerId, idempotencyKey: `key of ${customerId}` }
  const { id } = await desk.payments.beginCardSetup(wish)
  desk.setNow('2026-05-03T12:00:00Z')
  await desk.payments.advance()
  expect(await desk.payments.beginCardSetup(wish)).toMatchObject({ id })
  desk.setNow('2026-05-03T12:00:01Z')
  await desk.payments.advance()
  expect(await desk.dump()).not.toContain(wish.idempotencyKey)
  expect((await desk.payments.beginCardSetup(wish)).id).not.toBe(id)
})

test('a provider that cannot be reached says so', async () => {
  const lost = createTestPayments({
    databaseUrl: 'postgres://app_payments:wrong@127.0.0.1:1/nowhere',
    clock: () => new Date(),
    eventKey: Buffer.alloc(32),
  })
  await expect(lost.findSubscription('cus_test')).rejects.toMatchObject({ code: 'payments_unreachable' })
  await lost.close()
})
