import { runApart } from '../apart.ts'
import type { DraftRequest, NoteDrafter } from './port.ts'

/** Characters of speech, over an hour of it, from which on a draft takes longer than a thread takes to begin. */
const longCharacters = 60_000

/** The extractive drafter, but drafts of long transcripts leave the process free for what else it serves. */
export function withLongDraftsApart(extractive: NoteDrafter): NoteDrafter {
  return {
    ...extractive,
    draft: ({ signal, ...request }) =>
      isLong(request)
        ? runApart(new URL('./extractive/thread.ts', import.meta.url), request, signal)
        : extractive.draft({ signal, ...request }),
  }
}

function isLong({ transcript }: Pick<DraftRequest, 'transcript'>): boolean {
  return transcript.utterances.reduce((sum, { text }) => sum + text.length, 0) > longCharacters
}
