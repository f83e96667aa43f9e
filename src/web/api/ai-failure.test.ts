import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import { aiFailure } from './ai-failure.ts'

describe('the message of a failed suggestion or analysis', () => {
  it.each([
    ['the user is signed out', new ORPCError('not_signed_in', { status: 401, message: 'User not authenticated' })],
    ['the model failed', new ORPCError('insights_failed', { status: 502, message: 'Error: User not authenticated' })],
  ])("is the server's message: %s", (_, thrown) => {
    expect(aiFailure(thrown)).toBe('Error: User not authenticated')
  })

  it("is the HTTP status when a proxy's response has no message", () => {
    expect(aiFailure(new ORPCError('BAD_GATEWAY', { status: 502, message: 'Bad Gateway' }))).toBe(
      'Error: Request failed with status 502',
    )
  })

  it('is an unknown error when the response cannot be read', () => {
    expect(aiFailure(new SyntaxError('of the answer'))).toBe('An unknown error occurred')
  })

  it('advises what to do when the server is unreachable', () => {
    expect(aiFailure(new TypeError('fetch failed'))).toMatch(/^Error: Attend cannot be reached right now\./)
  })
})
