import { Worker } from 'node:worker_threads'

/**
 * What a script answers on a thread of its own, so that the process goes on serving. The script gets `data` as its
 * `workerData` and posts one message.
 */
export async function runApart<T>(script: URL, data: unknown, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const thread = new Worker(script, { workerData: data })
  const stop = () => void thread.terminate()
  signal.addEventListener('abort', stop)
  try {
    return await new Promise<T>((resolve, reject) => {
      thread.once('message', (answer: T) => resolve(answer))
      thread.once('error', reject)
      thread.once('exit', () => reject(signal.aborted ? signal.reason : new Error('a thread ended early')))
    })
  } finally {
    signal.removeEventListener('abort', stop)
    await thread.terminate()
  }
}
