import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { fail } from '#server/fail.ts'
import type { TaskInput, TaskName, TaskOutput } from './tasks.ts'

/** A thread's response. `failure` means a bug; errors caused by the input are part of a task's output. */
export type TaskResult<Output> = { output: Output } | { failure: string }

export interface PoolOptions {
  threads?: number
  /** Maximum number of waiting tasks; more are rejected. */
  maxWaiting?: number
  /** A task and its thread are terminated after this processor time, or after four times as much elapsed time. */
  limitMs?: number
  script?: URL
}

export interface ThreadPool {
  /**
   * Runs a task on one of the threads, in order of calls.
   * @throws busy if too many are waiting; TaskTimeout; the abort reason of `signal`
   */
  run<N extends TaskName>(name: N, input: TaskInput<N>, signal?: AbortSignal): Promise<TaskOutput<N>>
  close(): Promise<void>
}

/** A task took longer than any reasonable input needs. */
export class TaskTimeout extends Error {}

/** On a busy machine, a task with little processor time may run for this many times the limit. */
const busyLimitFactor = 4

interface Task {
  begin(worker: Worker): void
  reject(error: unknown): void
}

/**
 * A few threads for work that would block the event loop for all users. Threads start on demand; one that crashed or
 * timed out is replaced.
 */
export function createThreadPool(options: PoolOptions = {}): ThreadPool {
  const {
    threads = Math.min(2, availableParallelism()),
    maxWaiting = 100,
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
      const worker = idle.pop() ?? openFor(task)
      if (!worker) continue
      running.set(worker, { task, timer: limit(worker, task, usageOf(worker)) })
      worker.ref()
      task.begin(worker)
    }
  }

  /** Rejects the task if the machine cannot start a thread. */
  function openFor(task: Task): Worker | undefined {
    try {
      return open()
    } catch (error) {
      task.reject(error)
      return undefined
    }
  }

  function open(): Worker {
    const worker = new Worker(script)
    worker.on('error', (error) => discard(worker, error))
    worker.on('exit', () => discard(worker, new Error('a thread ended early')))
    return worker
  }

  /** Terminates a task at its limit. A thread that starts slowly or rarely gets the processor is given more time. */
  function limit(worker: Worker, task: Task, before: Promise<number>, waits = 1): NodeJS.Timeout {
    const decide = async () => {
      const used = (await usageOf(worker)) - (await before)
      const run = running.get(worker)
      if (run?.task !== task) return
      if (waits < busyLimitFactor && used < limitMs) run.timer = limit(worker, task, before, waits + 1)
      else terminate(worker, new TaskTimeout('a task took too long'))
    }
    return setTimeout(() => void decide(), limitMs)
  }

  function release(worker: Worker): Task | undefined {
    const run = running.get(worker)
    clearTimeout(run?.timer)
    running.delete(worker)
    return run?.task
  }

  /** A thread without a task does not keep the process alive. */
  function makeIdle(worker: Worker): void {
    release(worker)
    worker.unref()
    idle.push(worker)
    next()
  }

  function discard(worker: Worker, error: unknown): void {
    const at = idle.indexOf(worker)
    if (at >= 0) idle.splice(at, 1)
    release(worker)?.reject(error)
    next()
  }

  function terminate(worker: Worker, reason: unknown): void {
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
    for (const [worker, run] of running) if (run.task === task) terminate(worker, reason)
  }

  return {
    async run<N extends TaskName>(name: N, input: TaskInput<N>, signal?: AbortSignal) {
      signal?.throwIfAborted()
      if (waiting.length >= maxWaiting) fail('busy')
      const ended = new AbortController()
      return await new Promise<TaskOutput<N>>((resolve, reject) => {
        const task: Task = {
          begin(worker) {
            worker.once('message', (result: TaskResult<TaskOutput<N>>) => {
              // The answer of a thread that was terminated may arrive late.
              if (running.get(worker)?.task !== task) return
              makeIdle(worker)
              if ('failure' in result) reject(new Error(`the task ${name} failed (${result.failure})`))
              else resolve(result.output)
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

/** Milliseconds of processor time of a thread so far; 0 before it runs. */
async function usageOf(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1000
  } catch {
    return 0
  }
}

export const threads = createThreadPool()
