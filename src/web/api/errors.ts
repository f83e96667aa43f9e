import type { ErrorCode } from '#shared/contract/errors.ts'
import { RequestError } from './auth.ts'

/** A failure: a code for branching and a user-facing message. */
export type Failure = {
  code: ErrorCode | 'unreachable' | 'identity_changed' | 'not_loaded' | 'unknown'
  sentence: string
  status: number | null
}

const connectionHint = ' Check your connection and try again.'

const unreachable: Failure = {
  code: 'unreachable',
  sentence: `Attend cannot be reached right now.${connectionHint}`,
  status: null,
}

/**
 * Thrown instead of a response for another user or organization than the page shows. The outcome of the request is not
 * known.
 */
export class IdentityChanged extends Error {
  override readonly name = 'IdentityChanged'
}

const identityChanged: Failure = {
  code: 'identity_changed',
  sentence:
    'This page belongs to another user or organization than the one that is active now. Switch back in another tab, or reload the page.',
  status: null,
}

const whyNotLoaded = 'A part of Attend could not be loaded. There may be a new version, or the connection was lost.'

const notLoaded: Failure = { code: 'not_loaded', sentence: `${whyNotLoaded} Reload the page.`, status: null }

/** Messages of browsers and of Vite for an app file that failed to load. `app/load-failures.ts` adds `Not loaded: `. */
const fileLoadError =
  /^(?:Not loaded: )?(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/i

// Unlike codes of libraries, ours are lower case with underscores, so the catalog of codes need not be loaded.
function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && /^[a-z]+(_[a-z]+)*$/.test(code)
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** Codes whose messages do not say what failed. */
const general: ReadonlySet<Failure['code']> = new Set([
  'unreachable',
  'identity_changed',
  'unexpected',
  'disk_full',
  'database_down',
  'database_slow',
  'database_busy',
  'database_memory',
])

/** Joins the failed action and the reason as specified: 'Failed to create session: ...'. */
function join(action: string, { code, sentence: why }: Failure): string {
  if (code === 'unreachable' && action.endsWith(connectionHint)) return action
  const what = action.replace(connectionHint, '').replace(/ Try again\.$/, '')
  return what.endsWith('.') ? `${what} ${why}` : `${what}: ${why}`
}

/**
 * Reads any error of a server call. `action` is the specified message of the failed action; it replaces a missing
 * message and prefixes a general one.
 */
export function readError(thrown: unknown, action?: string): Failure {
  const failure = failureOf(thrown, action ?? 'An unexpected error occurred')
  return action && general.has(failure.code) ? { ...failure, sentence: join(action, failure) } : failure
}

/** True if the request may succeed when it is sent again: the server failed, did not respond, or limits requests. */
export function isTemporary(thrown: unknown): boolean {
  const status = readError(thrown).status ?? 500
  return status >= 500 || status === 408 || status === 429
}

/** Like `readError`, for a message beside a retry button: after a failed load, also suggests reloading the page. */
export function readErrorToRetry(thrown: unknown): Failure {
  const failure = readError(thrown)
  return failure === notLoaded ? { ...failure, sentence: `${whyNotLoaded} Try again, or reload the page.` } : failure
}

function failureOf(thrown: unknown, fallback: string): Failure {
  if (thrown instanceof Error && fileLoadError.test(thrown.message)) return notLoaded
  if (thrown instanceof IdentityChanged) return identityChanged
  const status = property(thrown, 'status')
  // fetch rejects with a TypeError if there is no response.
  if (typeof status !== 'number') {
    return thrown instanceof TypeError ? unreachable : { code: 'unknown', sentence: fallback, status: null }
  }
  const code = property(thrown, 'code')
  const message = property(thrown, 'message')
  const isKnownCode = isErrorCode(code)
  const isForPeople = (isKnownCode || thrown instanceof RequestError) && typeof message === 'string' && message !== ''
  return { code: isKnownCode ? code : 'unknown', sentence: isForPeople ? message : fallback, status }
}

/** True if the server reported that the user is not signed in. */
export function isSignedOut(thrown: unknown): boolean {
  return readError(thrown).code === 'not_signed_in'
}
