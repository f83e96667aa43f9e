import { parseInstruction } from '#server/clinical-text/excerpts/instructions.ts'
import { threads } from '#server/threads/pool.ts'
import type { NoteDrafter } from '../port.ts'

/**
 * Drafts excerpts for a worksheet without a language model (D36): passages of the session word for word, with
 * their speakers. It writes no text: sections that the clinician must fill stay empty.
 */
export function createExtractiveDrafter(): NoteDrafter {
  return {
    draft: ({ signal, ...request }) => threads.run('draftExcerpts', request, signal),
    canFollow: (instructions) => parseInstruction(instructions) !== null,
  }
}
