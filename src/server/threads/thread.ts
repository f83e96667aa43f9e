import { parentPort } from 'node:worker_threads'
import type { TaskResult } from './pool.ts'
import { perform, type TaskInput, type TaskName } from './tasks.ts'

/** Runs one task at a time; the pool sends the next after the response. */
parentPort?.on('message', <N extends TaskName>({ name, input }: { name: N; input: TaskInput<N> }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  void runTask(name, input).then((output) => parentPort?.postMessage(output))
})

/** Reports only the class of an error: its message may quote the input. */
async function runTask<N extends TaskName>(name: N, input: TaskInput<N>): Promise<TaskResult<unknown>> {
  try {
    return { output: await perform(name, input) }
  } catch (error) {
    return { failure: error instanceof Error ? error.name : typeof error }
  }
}
