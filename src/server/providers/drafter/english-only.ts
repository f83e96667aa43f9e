import { readInEnglish } from '#server/clinical-text/language/english-only.ts'
import type { NoteDrafter } from './port.ts'

/** A drafter that reads English only: what is in another language stays blank for it. */
export function readingEnglish(drafter: NoteDrafter): NoteDrafter {
  return {
    ...drafter,
    readsEnglishOnly: true,
    draft: (request) => drafter.draft({ ...request, transcript: readInEnglish(request.transcript) }),
  }
}
