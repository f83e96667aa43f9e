import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import { RequestError } from './auth.ts'
import { IdentityChanged, isSignedOut, readError, readErrorToRetry } from './errors.ts'

describe('readError', () => {
  it('readError takes code and message of our own errors from the response', () => {
    const thrown = new ORPCError('client_missing', { status: 404, message: 'Client not found' })
    expect(readError(thrown)).toEqual({ code: 'client_missing', sentence: 'Client not found', status: 404 })
  })

  it('readError uses the specified message of the action for other errors', () => {
    const thrown = new ORPCError('BAD_GATEWAY', { status: 502, message: 'upstream' })
    expect(readError(thrown, 'Failed to load clients').sentence).toBe('Failed to load clients')
    expect(readError(new Error('secret detail'), 'Failed to add client').sentence).toBe('Failed to add client')
  })

  it('readError advises to check the connection if there is no response', () => {
    expect(readError(new TypeError('fetch failed')).code).toBe('unreachable')
    expect(readError(new TypeError('fetch failed')).sentence).toMatch(/Check your connection/)
  })

  it.each([
    new TypeError('Failed to fetch dynamically imported module: https://attend.example/assets/help-1.js'),
    new TypeError('error loading dynamically imported module: https://attend.example/assets/help-1.js'),
    new TypeError('Importing a module script failed.'),
    new Error('Unable to preload CSS for /assets/help-1.css'),
    new Error('Not loaded: Unable to preload CSS for /assets/help-1.css'),
  ])('readError advises to reload the page if a file of the app failed to load', (thrown) => {
    const { code, sentence } = readError(thrown, 'Failed to load account')
    expect(code).toBe('not_loaded')
    expect(sentence).toMatch(/^A part of Attend could not be loaded\. .* Reload the page\.$/)
    expect(readErrorToRetry(thrown).sentence).toMatch(/^A part of Attend .* Try again, or reload the page\.$/)
  })

  it('readError prefixes general server messages with the failed action', () => {
    const unexpected = new ORPCError('unexpected', { status: 500, message: 'An unexpected error occurred. It is 7f.' })
    expect(readError(unexpected, 'Failed to add client').sentence).toBe(
      'Failed to add client: An unexpected error occurred. It is 7f.',
    )
    const away = new TypeError('fetch failed')
    expect(readError(away, 'Failed to save enhanced note.').sentence).toMatch(/^Failed to save enhanced note\. Attend /)
    expect(readError(away, 'It did not work. Try again.').sentence).toMatch(/^It did not work\. Attend cannot be/)
    const saved = 'Not saved. Check your connection and try again.'
    expect(readError(away, saved).sentence).toBe(saved)
    expect(readError(new IdentityChanged(), saved).sentence).toMatch(
      /^Not saved\. This page belongs to another user or/,
    )
    const down = new ORPCError('database_down', { status: 503, message: 'The database is not responding right now.' })
    expect(readError(down, 'Upload failed').sentence).toBe('Upload failed: The database is not responding right now.')
    expect(readError(down, saved).sentence).toBe('Not saved. The database is not responding right now.')
  })

  it('readError returns a general message if neither the error nor the caller gives one', () => {
    expect(readError(new ORPCError('BAD_GATEWAY', { status: 502 })).sentence).toBe('An unexpected error occurred')
    expect(readError('thrown').sentence).toBe('An unexpected error occurred')
  })

  it('readError keeps the messages of the authentication routes', () => {
    const thrown = new RequestError('INVALID_EMAIL_OR_PASSWORD', 'Invalid email or password', 401)
    expect(readError(thrown, 'Login failed').sentence).toBe('Invalid email or password')
  })

  it('isSignedOut recognizes errors that mean that the user is signed out', () => {
    expect(isSignedOut(new ORPCError('not_signed_in', { status: 401 }))).toBe(true)
    expect(isSignedOut(new ORPCError('not_allowed', { status: 403 }))).toBe(false)
  })
})
