import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { forkProgram, lowerPriority } from '../../child-process/fork.ts'
import { abortable } from '../abortable.ts'
import type { InstalledModel } from '../models.ts'
import { SpeechError } from '../port.ts'
import { ChildDied } from './host.ts'
import type { FromWarmChild, ToWarmChild } from './messages.ts'

export interface WarmOptions {
  language: string
  /** The program to fork; tests replace the real recognizer. */
  program?: string | undefined
  /** Milliseconds without live chunks after which the child ends and frees its memory. */
  idleMs?: number | undefined
}

const liveChunkChild = fileURLToPath(new URL('live-chunk-child.ts', import.meta.url))

/** Milliseconds for one live chunk, including loading weights from a slow disk. After this time the child counts as unresponsive. */
const patienceMs = 60_000

/**
 * A child process that keeps the weights loaded and transcribes live chunks one at a time, at low priority: whole
 * recordings come first. If it crashes, the current live chunk fails, and the next one starts a new child.
 */
export class WarmChild {
  readonly #options: WarmOptions
  #child: ChildProcess | undefined
  #turn: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined

  constructor(options: WarmOptions) {
    this.#options = options
  }

  /**
   * The words of a live chunk, in order of arrival. The child finishes an aborted chunk, because native code cannot be
   * interrupted and reloading the weights takes longer.
   * @throws SpeechError; the signal's reason when aborted
   */
  async transcribeLive(model: InstalledModel, samples: Int16Array, signal: AbortSignal): Promise<string> {
    const text = this.#turn.then(async () => {
      signal.throwIfAborted()
      return await this.#ask({ model, language: this.#options.language, samples })
    })
    this.#turn = text.catch(() => undefined)
    return await abortable(text, signal)
  }

  close(): void {
    clearTimeout(this.#idle)
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }

  async #ask(piece: ToWarmChild): Promise<string> {
    clearTimeout(this.#idle)
    const child = (this.#child ??= this.#start())
    const { promise, resolve, reject } = Promise.withResolvers<FromWarmChild>()
    const onExit = () => reject(new ChildDied('the speech process ended unexpectedly'))
    const onError = (cause: Error) => reject(new ChildDied('the speech process cannot start', { cause }))
    const patience = setTimeout(() => reject(new ChildDied('the speech process does not answer')), patienceMs)
    child.once('message', resolve).once('exit', onExit).once('error', onError)
    // If the child has ended, its exit event reports that.
    if (child.connected) child.send(piece, () => undefined)
    else onExit()
    try {
      const answer = await promise
      if ('detail' in answer) throw new SpeechError(answer.code, answer.detail, answer.transient)
      this.#idle = setTimeout(() => this.close(), this.#options.idleMs ?? 60_000)
      return answer.text
    } catch (error) {
      child.kill('SIGKILL')
      if (this.#child === child) this.#child = undefined
      throw error
    } finally {
      clearTimeout(patience)
      child.off('message', resolve).off('exit', onExit).off('error', onError)
    }
  }

  #start(): ChildProcess {
    const child = forkProgram(this.#options.program ?? liveChunkChild)
    // The next live chunk replaces a child that ended in between.
    child.on('error', () => undefined)
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined
    })
    lowerPriority(child, constants.priority.PRIORITY_BELOW_NORMAL)
    return child
  }
}
