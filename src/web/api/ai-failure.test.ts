import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import { aiFailure } from './ai-failure.ts'

describe('what a person reads when a call to the AI failed', () => {
  it.each([
    ['nobody is signed in', new ORPCError('not_signed_in', { status: 401, message: 'User not authenticated' })],
    ['the model refused', new ORPCError('insights_failed', { status: 502, message: 'Error: User not authenticated' })],
  ])('is the message: %s', (_, thrown) => {
    expect(aiFailure(thrown)).toBe('Error: User not authenticated')
  })

  it('is the status, where an answer from between brought no message of ours', () => {
    expect(aiFailure(new ORPCError('BAD_GATEWAY', { status: 502, message: 'Bad Gateway' }))).toBe(
      'Error: Request failed with status 502',
    )
  })

  it('is that it is unknown, where there was no answer to read', () => {
    expect(aiFailure(new SyntaxError('of the answer'))).toBe('An unknown error occurred')
  })

  it('is what to do, where nothing answered', () => {
    expect(aiFailure(new TypeError('fetch failed'))).toMatch(/^Error: Attend cannot be reached right now\./)
  })
})
