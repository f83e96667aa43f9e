import type { Keyring } from '#server/keyring.ts'
import type { PsychotherapyNote } from '#shared/contract/psychotherapy-notes.ts'
import { openNote } from './sealed-note.ts'
import type { SealedNote } from './store.ts'

/** Decrypts a note for its author. */
export function toPsychotherapyNote(keys: Keyring, note: SealedNote): PsychotherapyNote {
  const { text, confirmed } = openNote(keys, note, note.sealed)
  const { id, version, createdAt, updatedAt } = note
  return { id, text, confirmed, version, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
