import { describe, expect, it } from 'vitest'
import { sentence } from '#shared/contract/errors.ts'
import { testCards } from '#shared/rules/test-cards.ts'
import { fieldErrors, filledCard, groupDigits, readCard, formatExpiry } from './test-card-fields.ts'

describe('test card form', () => {
  it('groupDigits groups digits by four and drops other characters', () => {
    expect(groupDigits('4242424242424242')).toBe('4242 4242 4242 4242')
    expect(groupDigits('4242 4')).toBe('4242 4')
    expect(groupDigits('4242')).toBe('4242')
    expect(groupDigits('42x')).toBe('42')
  })

  it('formatExpiry inserts the slash, and the user can delete it', () => {
    expect(formatExpiry('0429')).toBe('04/29')
    expect(formatExpiry('04/')).toBe('04')
    expect(formatExpiry('04/2')).toBe('04/2')
  })

  it('the test card form accepts only test card numbers', () => {
    expect(fieldErrors.number('4111 1111 1111 1111')).toBe(sentence('card_unknown'))
    expect(fieldErrors.number(' ')).toBe('Card number is required.')
    expect(fieldErrors.number('4242 4242 4242 4242')).toBeNull()
  })

  it.each(['', '13/29', '00/29', '4', '04/2029'])('the test card form rejects "%s" as an expiry date', (expiry) => {
    expect(fieldErrors.expiry(expiry)).not.toBeNull()
  })

  it.each(['', '12', '12a', '12345'])('the test card form rejects "%s" as a security code', (cvc) =>
    expect(fieldErrors.cvc(cvc)).not.toBeNull(),
  )

  it.each(testCards)('the test card form fills in $number as a valid card', (card) => {
    const fields = filledCard(card, new Date('2026-11-21T12:00:00Z'))
    expect([fieldErrors.number(fields.number), fieldErrors.expiry(fields.expiry), fieldErrors.cvc(fields.cvc)]).toEqual(
      [null, null, null],
    )
    expect(readCard(fields)).toMatchObject({ number: card.number, expMonth: 12, expYear: 2029 })
  })
})
