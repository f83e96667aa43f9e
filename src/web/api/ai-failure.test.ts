import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import { aiFailure } from './ai-failure.ts'

describe('AI failure message', () => {
  it.each([
    ['nobody is signed in', new ORPCError('not_signed_in', { status: 401, message: 'User not authenticated' })],
    ['the model refused', new ORPCError('insights_failed', { status: 502, message: 'Error: User not authenticated' })],
  ])("shows the server's message: %s", (_, thrown) => {
    expect(aiFailure(thrown)).toBe('Error: User not authenticated')
  })

  it("shows the status when a proxy's response has no message", () => {
    expect(aiFailure(new ORPCError('BAD_GATEWAY', { status: 502, message: 'Bad Gateway' }))).toBe(
      'Error: Request failed with status 502',
    )
  })

  it('shows an unknown error when the response cannot be read', () => {
    expect(aiFailure(new SyntaxError('of the answer'))).toBe('An unknown error occurred')
  })

  it('says what to do when the server is unreachable', () => {
    expect(aiFailure(new TypeError('fetch failed'))).toMatch(/^Error: Attend cannot be reached right now\./)
  })
})
