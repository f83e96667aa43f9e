import { readInEnglish } from '#server/clinical-text/language/english-only.ts'
import type { NoteDrafter } from './port.ts'

/** A drafter that reads English only: text in other languages becomes blank for it. */
export function readingEnglish(drafter: NoteDrafter): NoteDrafter {
  return {
    ...drafter,
    readsEnglishOnly: true,
    draft: (request) => drafter.draft({ ...request, transcript: readInEnglish(request.transcript) }),
  }
}
