// A thread for the pool's tests. The password of a task is a command: the thread crashes, waits, computes, fails or responds.
import { parentPort } from 'node:worker_threads'

parentPort?.on('message', ({ input }: { input: { password: string } }) => {
  const [word, ms] = input.password.split(' ')
  if (word === 'crash') process.exit(1)
  const answer = () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(word === 'throw' ? { failure: 'TypeError' } : { output: undefined })
  }
  const end = performance.now() + Number(ms)
  if (word === 'compute') while (performance.now() < end);
  if (word === 'sleep') setTimeout(answer, Number(ms))
  else answer()
})
