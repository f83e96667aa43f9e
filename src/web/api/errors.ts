import type { ErrorCode } from '#shared/contract/errors.ts'
import { RequestError } from './auth.ts'

/** What went wrong, for code to branch on and for a person to read. */
export type Failure = {
  code: ErrorCode | 'unreachable' | 'not_loaded' | 'unknown'
  sentence: string
  status: number | null
}

const unreachable: Failure = {
  code: 'unreachable',
  sentence: 'Attend cannot be reached right now. Check your connection and try again.',
  status: null,
}

const notLoaded: Failure = {
  code: 'not_loaded',
  sentence:
    'A part of Attend could not be loaded. There may be a new version, or the connection was lost. Reload the page.',
  status: null,
}

/** How browsers, and what loads our styles, say that a file of the app did not come. */
const fileLoadError =
  /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/i

// The catalogue itself stays on the server: its codes are told from those of libraries by their spelling.
function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && /^[a-z]+(_[a-z]+)*$/.test(code)
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** Codes whose sentences do not say what failed. */
const general: ReadonlySet<Failure['code']> = new Set([
  'unreachable',
  'unexpected',
  'disk_full',
  'database_down',
  'database_slow',
  'database_busy',
  'database_memory',
])

/** The action that failed, and why, as the specification joins the two: 'Failed to create session: ...'. */
function join(action: string, why: string): string {
  const what = action.replace(/ Try again\.$/, '')
  return what.endsWith('.') ? `${what} ${why}` : `${what}: ${why}`
}

/**
 * Reads anything that was thrown by a call to the server. `action` is the specified sentence for what failed; it stands in
 * when the server gave none, and in front of one that would leave it open.
 */
export function readError(thrown: unknown, action?: string): Failure {
  const failure = failureOf(thrown, action ?? 'An unexpected error occurred')
  const { code, sentence } = failure
  return action && general.has(code) ? { ...failure, sentence: join(action, sentence) } : failure
}

function failureOf(thrown: unknown, fallback: string): Failure {
  if (thrown instanceof Error && fileLoadError.test(thrown.message)) return notLoaded
  const status = property(thrown, 'status')
  // fetch rejects with a TypeError when no answer came at all.
  if (typeof status !== 'number') {
    return thrown instanceof TypeError ? unreachable : { code: 'unknown', sentence: fallback, status: null }
  }
  const code = property(thrown, 'code')
  const message = property(thrown, 'message')
  const isOurs = isErrorCode(code)
  const isForPeople = (isOurs || thrown instanceof RequestError) && typeof message === 'string' && message !== ''
  return { code: isOurs ? code : 'unknown', sentence: isForPeople ? message : fallback, status }
}

/** Whether the server said that nobody is signed in. */
export function isSignedOut(thrown: unknown): boolean {
  return readError(thrown).code === 'not_signed_in'
}
