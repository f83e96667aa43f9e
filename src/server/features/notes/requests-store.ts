import * as z from 'zod'
import { NoteType } from '#shared/contract/notes.ts'
import { storableJson, storableText } from '#server/db/storable.ts'
import type { Db } from '#server/db/tenant.ts'
import { TemplateSnapshot } from '#server/features/templates/snapshot.ts'
import type { NoteRow } from './store.ts'

const Request = z.object({
  id: z.string(),
  kind: z.enum(['draft', 'excerpts', 'type choice', 'type change', 'enhancement']),
  noteType: NoteType,
  template: TemplateSnapshot.nullable(),
  instructions: z.string().nullable(),
  state: z.enum(['open', 'done', 'failed']),
})

/** A request for a draft. */
export type NoteRequest = z.infer<typeof Request>

const columns = ['id', 'kind', 'note_type as noteType', 'template', 'instructions', 'state'] as const

/** Lists all requests for drafts of a note, newest first. */
export async function listRequests(db: Db, sessionId: string): Promise<NoteRequest[]> {
  const rows = await db
    .selectFrom('note_requests')
    .where('session_id', '=', sessionId)
    .select(columns)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => Request.parse(row))
}

export async function insertRequest(
  db: Db,
  note: NoteRow,
  requested: Omit<NoteRequest, 'id' | 'state'>,
): Promise<NoteRequest> {
  const row = await db
    .insertInto('note_requests')
    .values({
      session_id: note.sessionId,
      organization_id: note.organizationId,
      therapist_id: note.therapistId,
      kind: requested.kind,
      note_type: requested.noteType,
      template: requested.template && storableJson(requested.template),
      instructions: requested.instructions === null ? null : storableText(requested.instructions),
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return Request.parse(row)
}

/** Closes a request. Returns false if the request was not open any more. */
export async function closeRequest(db: Db, id: string, state: 'done' | 'failed'): Promise<boolean> {
  const closed = await db
    .updateTable('note_requests')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}
