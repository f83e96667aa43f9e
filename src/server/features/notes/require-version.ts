import type { Config } from '#server/config.ts'
import { fail } from '#server/fail.ts'
import type { NoteRow } from './store.ts'
import { toNote } from './to-note.ts'

/** @throws note_conflict, with the newest note as `data.note`, if the change began from an older version */
export function requireVersion(config: Config, note: NoteRow, baseVersion: number): void {
  if (note.version !== baseVersion) fail('note_conflict', {}, { note: toNote(config, note) })
}
