import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { abortable } from '../abortable.ts'
import type { InstalledModel } from '../models.ts'
import { SpeechError } from '../port.ts'
import { ChildDied } from './host.ts'
import type { FromWarmChild, ToWarmChild } from './messages.ts'

export interface WarmOptions {
  language: string
  /** The program to fork; the real recogniser's unless a test says otherwise. */
  program?: string | undefined
  /** Without pieces for so long the child ends and its memory is free again. */
  idleMs?: number | undefined
}

const pieceChild = fileURLToPath(new URL('piece-child.ts', import.meta.url))

/** Loading weights from a slow disk takes its time; a child that needs longer for one piece is taken for dead. */
const patienceMs = 60_000

/**
 * A child process that keeps the weights loaded and hears short pieces of audio, one at a time, at low priority: whole
 * recordings come first. When it dies the piece at hand is lost, and the next one begins with a new child.
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
   * The words of a piece when its turn comes. One that is aborted is heard to its end by the child all the same, since
   * native code does not stop and loading the weights again takes longer.
   * @throws SpeechError; the signal's reason when aborted.
   */
  async hear(model: InstalledModel, samples: Int16Array, signal: AbortSignal): Promise<string> {
    const heard = this.#turn.then(async () => {
      signal.throwIfAborted()
      return await this.#ask({ model, language: this.#options.language, samples })
    })
    this.#turn = heard.catch(() => undefined)
    return await abortable(heard, signal)
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
    // A child that is gone says so by its exit.
    if (child.connected) child.send(piece, () => undefined)
    else onExit()
    try {
      const answer = await promise
      if ('detail' in answer) throw new SpeechError(answer.code, answer.detail)
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
    const child = fork(this.#options.program ?? pieceChild, {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // One that dies between two pieces is replaced by the next.
    child.on('error', () => undefined)
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined
    })
    yieldToOthers(child.pid)
    return child
  }
}

function yieldToOthers(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or this system does not allow it: it only hears less readily then.
  }
}
