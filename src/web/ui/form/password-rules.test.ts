import { describe, expect, it } from 'vitest'
import { personalWords, passwordError } from './password-rules.ts'
import { scorePassword } from './password-score.ts'

describe('a new password', () => {
  it('a new password needs at least 6 characters', () => {
    expect(passwordError('kQ7!x', 4)).toBe('Password must be at least 6 characters long')
    expect(passwordError('kQ7!xz', 4)).toBeNull()
  })

  it('a new password must not be easy to guess', () => {
    const score = scorePassword('password1', [])
    expect(passwordError('password1', score)).toMatch(/easily guessed/)
    expect(passwordError('violet-harbour-tin-9', scorePassword('violet-harbour-tin-9', []))).toBeNull()
  })

  it('a new password must not consist of the email address', () => {
    const personal = personalWords('imogen.brackenridge@example.com')
    expect(scorePassword('brackenridge', personal)).toBeLessThan(2)
  })
})
