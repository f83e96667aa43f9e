import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import type { NoteRow } from './store.ts'
import { toNote } from './to-note.ts'

/** @throws note_conflict, with the newest note as `data.note`, if the user changed an older version */
export function requireVersion(context: Pick<Context, 'config' | 'engines'>, note: NoteRow, baseVersion: number): void {
  if (note.version !== baseVersion) fail('note_conflict', {}, { note: toNote(context, note) })
}
