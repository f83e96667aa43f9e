import { Worker } from 'node:worker_threads'
import type { Draft, DraftRequest, NoteDrafter } from './port.ts'

/** Characters of speech, over an hour of it, from which on a draft takes longer than a thread takes to begin. */
const longCharacters = 60_000

/** The extractive drafter, but drafts of long transcripts leave the process free for what else it serves. */
export function withLongDraftsApart(extractive: NoteDrafter): NoteDrafter {
  return { draft: (request) => (isLong(request) ? draftApart(request) : extractive.draft(request)) }
}

function isLong({ transcript }: DraftRequest): boolean {
  return transcript.utterances.reduce((sum, { text }) => sum + text.length, 0) > longCharacters
}

async function draftApart({ signal, ...request }: DraftRequest): Promise<Draft> {
  signal.throwIfAborted()
  const thread = new Worker(new URL('./extractive/thread.ts', import.meta.url), { workerData: request })
  const stop = () => void thread.terminate()
  signal.addEventListener('abort', stop)
  try {
    return await new Promise<Draft>((resolve, reject) => {
      thread.once('message', (draft: Draft) => resolve(draft))
      thread.once('error', reject)
      thread.once('exit', () => reject(signal.aborted ? signal.reason : new Error('the thread of a draft ended early')))
    })
  } finally {
    signal.removeEventListener('abort', stop)
    await thread.terminate()
  }
}
