import type { SessionProgress } from '#shared/contract/sessions.ts'
import type { Context, RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { rowId } from '#server/ids.ts'
import { findProgress } from './store.ts'

/**
 * Streams the progress of a session: its current state, then every change until it is complete or failed. Each state is
 * read with the rights of the caller. The end of the sign-in triggers a read, whose failure ends the stream.
 * @throws session_missing
 */
export async function* watchProgress(
  context: RequestContext,
  input: { sessionId: string },
  signal: AbortSignal | undefined,
): AsyncGenerator<SessionProgress, void> {
  if (!context.caller) fail('not_signed_in')
  const sessionId = input.sessionId.toLowerCase()
  const changes = new Changes()
  const stopListening = context.progress.subscribe(sessionId, () => changes.add())
  const stopWatching = context.signIns.watch(context.caller.token, () => changes.add())
  const abort = () => changes.add()
  signal?.addEventListener('abort', abort)
  try {
    while (!isOver(signal)) {
      const progress = await asCaller(context, readProgress, sessionId)
      yield progress
      if (progress.stage === 'complete' || progress.stage === 'failed') return
      await changes.next()
    }
  } finally {
    stopListening()
    stopWatching()
    signal?.removeEventListener('abort', abort)
  }
}

const isOver = (signal: AbortSignal | undefined) => signal?.aborted ?? false

async function readProgress({ db }: Context, sessionId: string): Promise<SessionProgress> {
  return (await findProgress(db, rowId(sessionId, 'session_missing'))) ?? fail('session_missing')
}

/** Remembers a change that occurs while no reader waits for a change. */
class Changes {
  #pending = false
  #wake: (() => void) | undefined

  add() {
    this.#pending = true
    this.#wake?.()
  }

  async next(): Promise<void> {
    if (!this.#pending) await new Promise<void>((resolve) => (this.#wake = resolve))
    this.#pending = false
    this.#wake = undefined
  }
}
