import { parentPort } from 'node:worker_threads'
import type { TaskResult } from './pool.ts'
import { runTask, type TaskInput, type TaskName } from './tasks.ts'

/** Runs one task at a time; the pool sends the next after the response. */
parentPort?.on('message', <N extends TaskName>({ name, input }: { name: N; input: TaskInput<N> }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  void taskResult(name, input).then((output) => parentPort?.postMessage(output))
})

/** Reports only the class of an error: its message may quote the input. */
async function taskResult<N extends TaskName>(name: N, input: TaskInput<N>): Promise<TaskResult<unknown>> {
  try {
    return { output: await runTask(name, input) }
  } catch (error) {
    return { failure: error instanceof Error ? error.name : typeof error }
  }
}
