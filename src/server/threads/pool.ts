import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { fail } from '#server/fail.ts'
import type { TaskInput, TaskName, TaskOutput } from './tasks.ts'

/** A thread's response. A failure is a bug; errors caused by the input are part of a task's output. */
export type Answer<Output> = { output: Output } | { failure: string }

export interface PoolOptions {
  threads?: number
  /** Tasks that wait at most; more are refused. */
  mostWaiting?: number
  /** A task that takes longer is given up, with its thread. */
  limitMs?: number
  script?: URL
}

export interface ThreadPool {
  /**
   * Runs a task on one of the threads, in the order in which they are asked for.
   * @throws busy when too many wait; TaskTimeout; the reason with which `signal` aborts
   */
  run<N extends TaskName>(name: N, input: TaskInput<N>, signal?: AbortSignal): Promise<TaskOutput<N>>
  close(): Promise<void>
}

/** A task took longer than any sensible input does. */
export class TaskTimeout extends Error {}

interface Task {
  begin(worker: Worker): void
  reject(error: unknown): void
}

/**
 * A few threads for work that would hold the event loop, where everybody would wait for it. A thread begins with the first
 * task; one that crashed or was given up is replaced with the next.
 */
export function createThreadPool(options: PoolOptions = {}): ThreadPool {
  const {
    threads = Math.min(2, availableParallelism()),
    mostWaiting = 100,
    limitMs = 30_000,
    script = new URL('./thread.ts', import.meta.url),
  } = options
  const idle: Worker[] = []
  const waiting: Task[] = []
  const running = new Map<Worker, { task: Task; timer: NodeJS.Timeout }>()

  function next(): void {
    while (running.size < threads) {
      const task = waiting.shift()
      if (!task) return
      const worker = idle.pop() ?? open()
      const timer = setTimeout(() => giveUp(worker, new TaskTimeout('a task took too long')), limitMs)
      running.set(worker, { task, timer })
      worker.ref()
      task.begin(worker)
    }
  }

  function open(): Worker {
    const worker = new Worker(script)
    worker.on('error', (error) => lose(worker, error))
    worker.on('exit', () => lose(worker, new Error('a thread ended early')))
    return worker
  }

  function release(worker: Worker): Task | undefined {
    const run = running.get(worker)
    clearTimeout(run?.timer)
    running.delete(worker)
    return run?.task
  }

  /** A thread without a task does not keep the process alive. */
  function rest(worker: Worker): void {
    release(worker)
    worker.unref()
    idle.push(worker)
    next()
  }

  function lose(worker: Worker, error: unknown): void {
    const at = idle.indexOf(worker)
    if (at >= 0) idle.splice(at, 1)
    release(worker)?.reject(error)
    next()
  }

  function giveUp(worker: Worker, reason: unknown): void {
    release(worker)?.reject(reason)
    void worker.terminate()
    next()
  }

  function cancel(task: Task, reason: unknown): void {
    const at = waiting.indexOf(task)
    if (at >= 0) {
      waiting.splice(at, 1)
      task.reject(reason)
    }
    for (const [worker, run] of running) if (run.task === task) giveUp(worker, reason)
  }

  return {
    async run<N extends TaskName>(name: N, input: TaskInput<N>, signal?: AbortSignal) {
      signal?.throwIfAborted()
      if (waiting.length >= mostWaiting) fail('busy')
      const ended = new AbortController()
      return await new Promise<TaskOutput<N>>((resolve, reject) => {
        const task: Task = {
          begin(worker) {
            worker.once('message', (answer: Answer<TaskOutput<N>>) => {
              rest(worker)
              if ('failure' in answer) reject(new Error(`the task ${name} failed (${answer.failure})`))
              else resolve(answer.output)
            })
            // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
            worker.postMessage({ name, input })
          },
          reject,
        }
        signal?.addEventListener('abort', () => cancel(task, signal.reason), { signal: ended.signal })
        waiting.push(task)
        next()
      }).finally(() => ended.abort())
    },
    async close() {
      for (const task of waiting.splice(0)) task.reject(new Error('the threads are closed'))
      const workers = [...idle, ...running.keys()]
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

/** The threads of this process. */
export const threads = createThreadPool()
