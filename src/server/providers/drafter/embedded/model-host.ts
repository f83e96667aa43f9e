import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { abortable } from '#server/abortable.ts'
import { forkProgram, lowerPriority } from '../../child-process/fork.ts'
import { DrafterError } from '../port.ts'
import type { FromModelChild, Generated, Generation, GenerationFailure, ToModelChild } from './child/messages.ts'

export interface HostOptions {
  /** Milliseconds without work after which the child ends and frees its memory. */
  idleMs?: number | undefined
  /** Milliseconds without a heartbeat after which the child counts as unresponsive. */
  silenceMs?: number | undefined
  /** Milliseconds for one answer. */
  longestMs?: number | undefined
  /** The program to fork; tests replace the real model. */
  program?: string | undefined
}

const modelChild = fileURLToPath(new URL('child/model-child.ts', import.meta.url))

/** Milliseconds in which a canceled generation must stop. Loading cannot be canceled. */
const cancelMs = 5_000

/** The child ended, was silent or did not start. The generation is tried once more. */
class ModelDied extends DrafterError {
  constructor(detail: string, options?: ErrorOptions) {
    super(detail, true, options)
  }
}

/**
 * Keeps a language model loaded in a child process at low priority and generates one answer at a time. Nothing is
 * started before the first answer.
 */
export class ModelHost {
  readonly #options: HostOptions
  #child: ChildProcess | undefined
  #queue: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined
  #canUseGpu = true
  #isClosed = false

  constructor(options: HostOptions = {}) {
    this.#options = options
  }

  /** The process id of the child, if there is one. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /**
   * Generates an answer, after those that were requested earlier. A child that crashes is replaced once, by a child that
   * does not use the graphics card.
   * @throws DrafterError; the signal's reason when aborted
   */
  async generate(generation: Omit<Generation, 'canUseGpu'>, signal: AbortSignal): Promise<Generated> {
    const generated = this.#queue.then(async () => {
      signal.throwIfAborted()
      try {
        return await this.#run({ ...generation, canUseGpu: this.#canUseGpu }, signal)
      } catch (error) {
        if (!(error instanceof ModelDied) || this.#isClosed) throw error
        this.#canUseGpu = false
        return await this.#run({ ...generation, canUseGpu: false }, signal)
      }
    })
    this.#queue = generated.catch(() => undefined)
    return await abortable(generated, signal)
  }

  /** Ends the child. Running and waiting generations fail. */
  close(): void {
    this.#isClosed = true
    this.#end()
  }

  async #run(generation: Generation, signal: AbortSignal): Promise<Generated> {
    if (this.#isClosed) throw new DrafterError('The language model is closed.', true)
    clearTimeout(this.#idle)
    const { silenceMs = 60_000, longestMs = 60 * 60_000 } = this.#options
    const child = (this.#child ??= this.#start())
    const { promise, resolve, reject } = Promise.withResolvers<Generated>()
    const fail = (detail: string, cause?: unknown) => reject(new ModelDied(detail, { cause }))
    const silence = setTimeout(() => fail('The language model does not answer.'), silenceMs)
    const limit = setTimeout(
      () => reject(new DrafterError(`The language model did not finish in ${Math.round(longestMs / 60_000)} minutes.`)),
      longestMs,
    )
    const onExit = (_: number | null, ended: NodeJS.Signals | null) => fail(endedBy(ended))
    const onError = (cause: Error) => fail('The process of the language model cannot start.', cause)
    const onMessage = (message: FromModelChild) => {
      silence.refresh()
      if (message.type === 'done') resolve(message.generated)
      if (message.type === 'failed') reject(errorOf(message.failure, message.detail))
    }
    const onAbort = () => {
      send(child, { type: 'cancel' })
      void sleep(cancelMs).then(() => reject(signal.reason))
    }
    child.on('exit', onExit).on('error', onError).on('message', onMessage)
    signal.addEventListener('abort', onAbort, { once: true })
    send(child, { type: 'generate', generation })
    try {
      return await promise
    } catch (error) {
      // After an expected failure the child can continue. After any other failure its state is unknown.
      if (!(error instanceof ExpectedFailure)) this.#end()
      signal.throwIfAborted()
      throw error
    } finally {
      clearTimeout(silence)
      clearTimeout(limit)
      signal.removeEventListener('abort', onAbort)
      child.off('exit', onExit).off('error', onError).off('message', onMessage)
      if (this.#child) this.#idle = setTimeout(() => this.#end(), this.#options.idleMs ?? 10 * 60_000).unref()
    }
  }

  #start(): ChildProcess {
    const child = forkProgram(this.#options.program ?? modelChild)
    // The next generation replaces a child that ended in between.
    child.on('error', () => undefined)
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined
    })
    lowerPriority(child, constants.priority.PRIORITY_BELOW_NORMAL)
    return child
  }

  #end(): void {
    clearTimeout(this.#idle)
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }
}

/** If the child has ended, its exit event reports that. */
function send(child: ChildProcess, message: ToModelChild): void {
  if (child.connected) child.send(message, () => undefined)
}

function endedBy(signal: NodeJS.Signals | null): string {
  return signal === 'SIGKILL'
    ? 'The system ended the process of the language model. This machine may have too little memory for it.'
    : 'The process of the language model ended unexpectedly.'
}

class ExpectedFailure extends DrafterError {}

/** Only a lack of memory is temporary. */
function errorOf(failure: GenerationFailure, detail: string): DrafterError {
  return new ExpectedFailure(detail, failure === 'memory')
}
