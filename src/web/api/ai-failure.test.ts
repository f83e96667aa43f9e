import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import { aiFailure } from './ai-failure.ts'

describe('the message of a failed suggestion or analysis', () => {
  it.each([
    ['the user is signed out', new ORPCError('not_signed_in', { status: 401, message: 'User not authenticated' })],
    ['the model failed', new ORPCError('insights_failed', { status: 502, message: 'Error: User not authenticated' })],
  ])('a failed suggestion shows the message of the server if %s', (_, thrown) => {
    expect(aiFailure(thrown)).toBe('Error: User not authenticated')
  })

  it('a failed suggestion shows the HTTP status of a response that is not from our server', () => {
    expect(aiFailure(new ORPCError('BAD_GATEWAY', { status: 502, message: 'Bad Gateway' }))).toBe(
      'Error: Request failed with status 502',
    )
  })

  it('a failed suggestion shows an unknown error if the response cannot be read', () => {
    expect(aiFailure(new SyntaxError('of the answer'))).toBe('An unknown error occurred')
  })

  it('a failed suggestion says that the server is unreachable', () => {
    expect(aiFailure(new TypeError('fetch failed'))).toMatch(/^Error: Attend cannot be reached right now\./)
  })
})
