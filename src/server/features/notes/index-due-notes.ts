import type { Services } from '#server/context.ts'
import { indexDueBatch } from './list-store.ts'

/** Indexes all notes with a change that is at least a minute old. The search reads newer changes from the notes. */
export async function indexDueNotes({ tenant }: Pick<Services, 'tenant'>): Promise<void> {
  while ((await tenant.asAnonymous(indexDueBatch)) > 0);
}
