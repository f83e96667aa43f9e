import { parseInstruction } from '#server/clinical-text/excerpts/instructions.ts'
import { threads } from '#server/threads/pool.ts'
import type { NoteDrafter } from '../port.ts'

/**
 * Drafts without a language model: excerpts for a worksheet (D36), passages of the session word for word with who said
 * them. It writes nothing: a section that the clinician must fill stays empty.
 */
export function createExtractiveDrafter(): NoteDrafter {
  return {
    draft: ({ signal, ...request }) => threads.run('draftExcerpts', request, signal),
    canFollow: (instructions) => parseInstruction(instructions) !== null,
  }
}
