import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import { RequestError } from './auth.ts'
import { isSignedOut, readError } from './errors.ts'

describe('reading what a call to the server threw', () => {
  it('takes code and sentence of our own errors from the answer', () => {
    const thrown = new ORPCError('client_missing', { status: 404, message: 'Client not found' })
    expect(readError(thrown)).toEqual({ code: 'client_missing', sentence: 'Client not found', status: 404 })
  })

  it('says the specified sentence of the action for anything else', () => {
    const thrown = new ORPCError('BAD_GATEWAY', { status: 502, message: 'upstream' })
    expect(readError(thrown, 'Failed to load clients').sentence).toBe('Failed to load clients')
    expect(readError(new Error('secret detail'), 'Failed to add client').sentence).toBe('Failed to add client')
  })

  it('says what to do when nothing answered', () => {
    expect(readError(new TypeError('fetch failed')).code).toBe('unreachable')
    expect(readError(new TypeError('fetch failed')).sentence).toMatch(/Check your connection/)
  })

  it('keeps the sentence of the authentication routes', () => {
    const thrown = new RequestError('INVALID_EMAIL_OR_PASSWORD', 'Invalid email or password', 401)
    expect(readError(thrown, 'Login failed').sentence).toBe('Invalid email or password')
  })

  it('knows when nobody is signed in', () => {
    expect(isSignedOut(new ORPCError('not_signed_in', { status: 401 }))).toBe(true)
    expect(isSignedOut(new ORPCError('not_allowed', { status: 403 }))).toBe(false)
  })
})
