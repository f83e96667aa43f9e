import { describe, expect, it } from 'vitest'
import { isEmail } from './email.ts'

describe('the check of an email address', () => {
  it.each(['a@b.co', ' maya@clinic.example '])('isEmail accepts "%s"', (text) => expect(isEmail(text)).toBe(true))
  it.each(['', 'maya', 'maya@clinic', 'maya @clinic.example'])('isEmail rejects "%s"', (text) =>
    expect(isEmail(text)).toBe(false),
  )
})
