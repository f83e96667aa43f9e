import type { SessionProgress } from '#shared/contract/sessions.ts'
import type { Context, RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { rowId } from '#server/ids.ts'
import { findProgress } from './store.ts'

/**
 * Streams the progress of a session: the current state, then each new state until the processing is complete or failed.
 * Each state is read with the rights of the caller. When the sign-in ends, the next read fails, which ends the stream.
 * @throws session_missing
 */
export async function* watchProgress(
  context: RequestContext,
  input: { sessionId: string },
  signal: AbortSignal | undefined,
): AsyncGenerator<SessionProgress, void> {
  if (!context.caller) fail('not_signed_in')
  const sessionId = input.sessionId.toLowerCase()
  const changes = new ChangeSignal()
  const stopListening = context.progress.subscribe(sessionId, () => changes.notify())
  const stopWatching = context.signIns.watch(context.caller.token, () => changes.notify())
  const abort = () => changes.notify()
  signal?.addEventListener('abort', abort)
  try {
    while (!isAborted(signal)) {
      const progress = await asCaller(context, readProgress, sessionId)
      yield progress
      if (progress.stage === 'complete' || progress.stage === 'failed') return
      await changes.wait()
    }
  } finally {
    stopListening()
    stopWatching()
    signal?.removeEventListener('abort', abort)
  }
}

const isAborted = (signal: AbortSignal | undefined) => signal?.aborted ?? false

async function readProgress({ db }: Context, sessionId: string): Promise<SessionProgress> {
  return (await findProgress(db, rowId(sessionId, 'session_missing'))) ?? fail('session_missing')
}

/** Waits for changes. A change that occurs while nothing waits ends the next wait at once. */
class ChangeSignal {
  #pending = false
  #wake: (() => void) | undefined

  notify() {
    this.#pending = true
    this.#wake?.()
  }

  async wait(): Promise<void> {
    if (!this.#pending) await new Promise<void>((resolve) => (this.#wake = resolve))
    this.#pending = false
    this.#wake = undefined
  }
}
