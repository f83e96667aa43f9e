import type { NoteStatus } from '../contract/notes.ts'

/** The first line of a copied note that is not final. Null for a final one. */
export const draftLines: Readonly<Record<NoteStatus, string | null>> = {
  draft: 'Draft, not signed',
  returned: 'Draft, not signed',
  awaiting_cosign: 'Not final, awaiting co-signature',
  signed: null,
}
