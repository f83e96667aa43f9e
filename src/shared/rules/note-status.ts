import type { NoteStatus } from '#shared/contract/notes.ts'

/** True for a signed note and one that awaits a co-signature: their text does not change. */
export function isLocked({ status }: { status: NoteStatus }): boolean {
  return status === 'awaiting_cosign' || status === 'signed'
}
