import type { Services } from '#server/context.ts'
import { indexSomeDue } from './list-store.ts'

/** Indexes the words of all notes whose text changed a minute ago or earlier. The search reads later changes from the notes. */
export async function indexDueNotes({ tenant }: Pick<Services, 'tenant'>): Promise<void> {
  while ((await tenant.asAnonymous(indexSomeDue)) > 0);
}
