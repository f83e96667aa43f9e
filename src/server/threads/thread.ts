import { parentPort } from 'node:worker_threads'
import type { Answer } from './pool.ts'
import { perform, type TaskInput, type TaskName } from './tasks.ts'

/** One task after the other; the pool sends the next when it has the answer to the last. */
parentPort?.on('message', <N extends TaskName>({ name, input }: { name: N; input: TaskInput<N> }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  void answer(name, input).then((output) => parentPort?.postMessage(output))
})

/** Reports only the class of an error: its message may quote the input. */
async function answer<N extends TaskName>(name: N, input: TaskInput<N>): Promise<Answer<unknown>> {
  try {
    return { output: await perform(name, input) }
  } catch (error) {
    return { failure: error instanceof Error ? error.name : typeof error }
  }
}
