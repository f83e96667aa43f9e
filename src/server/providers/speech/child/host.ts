import { fileURLToPath } from 'node:url'
import { forkProgram } from '../../child-process/fork.ts'
import { SpeechError } from '../port.ts'
import type { CutLimits, FromChild, Task } from './messages.ts'

export interface RunOptions {
  signal: AbortSignal
  /** The program to fork; tests replace the real recognizer. */
  program?: string | undefined
  /** Milliseconds without a message after which the child counts as unresponsive. */
  silenceMs?: number | undefined
  onMessage: (message: Exclude<FromChild, { type: 'done' | 'failed' }>) => Promise<CutLimits> | undefined
}

const speechChild = fileURLToPath(new URL('speech-child.ts', import.meta.url))

/**
 * Runs a task in a child process until it is done. The response to a `piece` sets the limits of the next one.
 * @throws SpeechError that the child reports, or if the child crashes; the signal's reason when aborted, after killing
 * the child
 */
export async function runChild(task: Task, options: RunOptions): Promise<void> {
  const { signal, program = speechChild, silenceMs = 10 * 60_000, onMessage } = options
  signal.throwIfAborted()
  const child = forkProgram(program)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let watch: NodeJS.Timeout | undefined
  const watchSilence = () => {
    clearTimeout(watch)
    watch = setTimeout(() => reject(new ChildDied('the speech process does not answer')), silenceMs)
  }
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  const reply = async (message: Parameters<typeof onMessage>[0]) => {
    const answer = onMessage(message)
    if (!answer) return watchSilence()
    clearTimeout(watch)
    const limits = await answer
    if (!child.connected) return
    watchSilence()
    child.send({ type: 'next', limits })
  }
  child.on('error', (cause) => reject(new ChildDied('the speech process cannot start', { cause })))
  child.on('exit', () => reject(new ChildDied('the speech process ended unexpectedly')))
  child.on('message', (message: FromChild) => {
    if (message.type === 'done') return resolve()
    if (message.type === 'failed') return reject(new SpeechError(message.code, message.detail, message.transient))
    reply(message).catch(reject)
  })
  watchSilence()
  child.send({ type: 'start', task })
  try {
    await promise
  } finally {
    clearTimeout(watch)
    signal.removeEventListener('abort', onAbort)
    child.removeAllListeners('message')
    child.kill('SIGKILL')
    if (child.connected) child.disconnect()
  }
}

/** The child ended, was silent or did not start. Callers try once more. */
export class ChildDied extends SpeechError {
  constructor(detail: string, options?: ErrorOptions) {
    super('transcription_failed', detail, false, options)
  }
}
