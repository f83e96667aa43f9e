import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEmail, personalWords, refusePassword, safeDestination } from './password-rules.ts'
import { scorePassword } from './password-score.ts'

describe('a new password', () => {
  it('needs at least 6 characters', () => {
    expect(refusePassword('kQ7!x', 4)).toBe('Password must be at least 6 characters long')
    expect(refusePassword('kQ7!xz', 4)).toBeNull()
  })

  it('must not be easily guessed', () => {
    const score = scorePassword('password1', [])
    expect(refusePassword('password1', score)).toMatch(/easily guessed/)
    expect(refusePassword('violet-harbour-tin-9', scorePassword('violet-harbour-tin-9', []))).toBeNull()
  })

  it('must not be made of the email address', () => {
    const personal = personalWords('imogen.brackenridge@example.com')
    expect(scorePassword('brackenridge', personal)).toBeLessThan(2)
  })
})

describe('an email address', () => {
  it.each(['a@b.co', ' maya@clinic.example '])('accepts %s', (text) => expect(isEmail(text)).toBe(true))
  it.each(['', 'maya', 'maya@clinic', 'maya @clinic.example'])('refuses %s', (text) =>
    expect(isEmail(text)).toBe(false),
  )
})

describe('where a sign-in leads', () => {
  it('keeps the page and its search', () => {
    expect(safeDestination('/clients?status=all&page=2')).toBe('/clients?status=all&page=2')
  })

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])('refuses %s', (url) =>
    expect(safeDestination(url)).toBe('/'),
  )

  it('never leaves the app', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((s) => `/${s}`),
        ),
        (wanted) => {
          const home = new URL('https://attend.example/')
          expect(new URL(safeDestination(wanted), home).origin).toBe(home.origin)
        },
      ),
    )
  })
})
