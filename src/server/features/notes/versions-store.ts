import * as z from 'zod'
import { Coverage, Note, NoteType, NoteVersion, Section } from '#shared/contract/notes.ts'
import { storableJson } from '#server/db/storable.ts'
import type { Db } from '#server/db/tenant.ts'
import { TemplateSnapshot } from '#server/features/templates/snapshot.ts'
import type { NoteRow } from './store.ts'

export type VersionReason = NoteVersion['reason']

/** The name that is shown as the author of a version that no user wrote. */
const draftAuthor = 'Attend'

function versionsOf(db: Db, sessionId: string) {
  return db
    .selectFrom('note_versions')
    .leftJoin('users', 'users.id', 'note_versions.author_id')
    .where('note_versions.session_id', '=', sessionId)
    .select([
      'note_versions.version',
      'note_versions.note_type as noteType',
      'note_versions.reason',
      'note_versions.author_id as authorId',
      'users.first_name as firstName',
      'users.last_name as lastName',
      'note_versions.created_at as createdAt',
    ])
}

type VersionRow = Awaited<ReturnType<ReturnType<typeof versionsOf>['executeTakeFirstOrThrow']>>

function toVersion(row: VersionRow): NoteVersion {
  const name = `${row.firstName ?? ''} ${row.lastName ?? ''}`.trim()
  const author = row.authorId === null ? draftAuthor : name || 'Therapist'
  return NoteVersion.parse({ ...row, author, createdAt: row.createdAt.toISOString() })
}

/** Lists all versions of a note, newest first. */
export async function listVersions(db: Db, sessionId: string): Promise<NoteVersion[]> {
  return (await versionsOf(db, sessionId).orderBy('note_versions.version', 'desc').execute()).map(toVersion)
}

const Content = z.object({
  noteType: NoteType,
  template: TemplateSnapshot.nullable(),
  sections: z.array(Section),
  drafter: Note.shape.drafter,
  model: Note.shape.model,
  secondReading: Note.shape.secondReading,
  coverage: Coverage.nullable(),
})

/** Finds a version of a note with its text. */
export async function findVersion(db: Db, sessionId: string, version: number) {
  const row = await versionsOf(db, sessionId)
    .select([
      'note_versions.sections',
      'note_versions.template',
      'note_versions.drafter',
      'note_versions.model',
      'note_versions.second_reading as secondReading',
      'note_versions.coverage',
    ])
    .where('note_versions.version', '=', version)
    .executeTakeFirst()
  return row && { ...toVersion(row), ...Content.parse(row) }
}

/** Finds the text of a version, and of the last draft up to that version. `draft` is null if there was no draft. */
export async function findDraftAndText(db: Db, sessionId: string, version: number) {
  const textOf = (rows: ReturnType<typeof versionsOf>) =>
    rows
      .where('note_versions.version', '<=', version)
      .select('note_versions.sections')
      .orderBy('note_versions.version', 'desc')
      .limit(1)
      .executeTakeFirst()
  const [text, draft] = await Promise.all([
    textOf(versionsOf(db, sessionId)),
    textOf(versionsOf(db, sessionId).where('note_versions.author_id', 'is', null)),
  ])
  return { text: textIn(text?.sections ?? []), draft: draft ? textIn(draft.sections) : null }
}

const textIn = (sections: unknown) =>
  z
    .array(Section)
    .parse(sections)
    .map(({ content }) => content)
    .join('\n')

/** Inserts a version of the note. `authorId` is null for a version that no user wrote. */
export async function insertVersion(
  db: Db,
  note: NoteRow,
  reason: VersionReason,
  authorId: string | null,
): Promise<void> {
  await db
    .insertInto('note_versions')
    .values({
      session_id: note.sessionId,
      organization_id: note.organizationId,
      therapist_id: note.therapistId,
      version: note.version,
      note_type: note.noteType,
      template: note.template && storableJson(note.template),
      reason,
      author_id: authorId,
      sections: storableJson(note.sections),
      drafter: note.drafter,
      model: note.model,
      second_reading: note.secondReading,
      coverage: note.coverage && storableJson(note.coverage),
    })
    .execute()
}
