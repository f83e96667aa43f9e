import type { NoteState, NoteStatus } from '#shared/contract/notes.ts'

/** True for a signed note and one that awaits a co-signature: their text does not change. */
export function isLocked({ status }: { status: NoteStatus }): boolean {
  return status === 'awaiting_cosign' || status === 'signed'
}

/** True for a note with a text that no draft is about to replace. After a failed redraft, the text is unchanged. */
export function isComplete({ state, version }: { state: NoteState; version: number }): boolean {
  return version > 0 && (state === 'ready' || state === 'failed')
}
