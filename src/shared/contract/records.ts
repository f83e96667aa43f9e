import * as z from 'zod'
import { Client } from './clients.ts'
import { endpoint } from './endpoint.ts'
import { ClientId } from './ids.ts'
import { Note } from './notes.ts'
import { Contact } from './session-status.ts'
import { Session } from './sessions.ts'
import { Addendum, Signature } from './signatures.ts'

/** A note as text, with what was signed. Evidence and review stay in `notes.get`. */
export const RecordNote = Note.pick({ noteType: true, status: true, version: true, updatedAt: true }).extend({
  sections: z.array(z.object({ title: z.string(), content: z.string() })),
  /** Signatures in force, oldest first. Empty for a note that was not signed. */
  signatures: z.array(Signature.pick({ role: true, name: true, credentials: true, version: true, signedAt: true })),
  /** In the order of their numbers. */
  addenda: z.array(
    Addendum.pick({
      number: true,
      kind: true,
      text: true,
      reason: true,
      name: true,
      credentials: true,
      signedAt: true,
    }),
  ),
})
export type RecordNote = z.infer<typeof RecordNote>

/** A session that took place, or a no-show with a note. Date and times are in the therapist's zone. */
export const RecordSession = Session.pick({
  id: true,
  date: true,
  startTime: true,
  endTime: true,
  settingType: true,
  status: true,
}).extend({
  contact: Contact,
  /** Name of the therapist who held the session. */
  therapistName: z.string(),
  /** Null while the note has no text. */
  note: RecordNote.nullable(),
})
export type RecordSession = z.infer<typeof RecordSession>

export const ClientRecord = z.object({
  client: Client,
  /** Newest first. */
  sessions: z.array(RecordSession),
  /** True if older sessions follow on the next page. */
  hasMore: z.boolean(),
})
export type ClientRecord = z.infer<typeof ClientRecord>

export const records = {
  /** Psychotherapy notes are not part of the record. `client_missing` also for a client that the caller may not see. */
  get: endpoint({
    method: 'GET',
    path: '/clients/{clientId}/record',
    summary: 'A client with the latest sessions and their notes, for exports and integrations',
  })
    .input(
      z.object({
        clientId: ClientId,
        page: z.coerce.number<number>().int().min(1).max(10_000).default(1),
        /** Sessions on a page. */
        limit: z.coerce.number<number>().int().min(1).max(50).default(10),
      }),
    )
    .output(ClientRecord),
}
