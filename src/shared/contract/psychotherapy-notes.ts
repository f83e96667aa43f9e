import * as z from 'zod'
import { excludedKinds } from '../rules/excluded-content.ts'
import { endpoint } from './endpoint.ts'
import { ClientId } from './ids.ts'
import { maxPsychotherapyNoteLength } from './limits.ts'

/** A note that only its author reads (45 CFR 164.501). It does not belong to the client's record. */
export const PsychotherapyNote = z.object({
  id: z.string(),
  text: z.string(),
  /** Kinds of excluded content that the text seems to contain and the author confirmed as a false match. */
  confirmed: z.array(z.enum(excludedKinds)),
  version: z.number().int(),
  createdAt: z.iso.datetime({ offset: true }),
  updatedAt: z.iso.datetime({ offset: true }),
})
export type PsychotherapyNote = z.infer<typeof PsychotherapyNote>

/** The input of the form. */
export const PsychotherapyNoteInput = z.object({
  text: z.string().trim().min(1).max(maxPsychotherapyNoteLength),
  confirmed: z.array(z.enum(excludedKinds)).max(excludedKinds.length),
})
export type PsychotherapyNoteInput = z.infer<typeof PsychotherapyNoteInput>

/** A client about whom the caller wrote psychotherapy notes. */
export const PsychotherapyNotesClient = z.object({
  clientId: z.string(),
  /** For a client of another therapist, the name at the time of the newest note. */
  clientName: z.string(),
  /** False after the client was transferred to another therapist. */
  isOwn: z.boolean(),
  noteCount: z.number().int(),
  updatedAt: z.iso.datetime({ offset: true }),
})
export type PsychotherapyNotesClient = z.infer<typeof PsychotherapyNotesClient>

// The lookup returns 404 for a malformed id.
const byNote = z.object({ noteId: z.string() })

// No endpoint works while viewing as another user: a viewer does not see these notes.
export const psychotherapyNotes = {
  clients: endpoint({
    method: 'GET',
    path: '/psychotherapy-notes',
    summary: 'Clients about whom the caller wrote psychotherapy notes, most recently edited first',
    whileViewing: false,
  }).output(z.object({ items: z.array(PsychotherapyNotesClient) })),
  ofClient: endpoint({
    method: 'GET',
    path: '/clients/{clientId}/psychotherapy-notes',
    summary: "The caller's own psychotherapy notes about a client, newest first, 50 a page",
    whileViewing: false,
  })
    .input(
      z.object({
        clientId: ClientId,
        /** Limits the list to notes older than the note with this id. */
        after: z.uuid().optional(),
      }),
    )
    .output(
      z.object({
        clientName: z.string(),
        isOwn: z.boolean(),
        items: z.array(PsychotherapyNote),
        hasMore: z.boolean(),
      }),
    ),
  add: endpoint({
    method: 'POST',
    path: '/clients/{clientId}/psychotherapy-notes',
    summary: "Add a psychotherapy note about one of the caller's own clients; sent twice, it is added once",
  })
    .input(PsychotherapyNoteInput.extend({ clientId: ClientId, requestId: z.uuid() }))
    .output(PsychotherapyNote),
  save: endpoint({
    method: 'PUT',
    path: '/psychotherapy-notes/{noteId}',
    summary: 'Change a psychotherapy note',
  })
    .input(PsychotherapyNoteInput.extend({ ...byNote.shape, baseVersion: z.int32() }))
    .output(PsychotherapyNote),
  delete: endpoint({
    method: 'DELETE',
    path: '/psychotherapy-notes/{noteId}',
    summary: 'Delete a psychotherapy note for good',
  })
    .input(byNote)
    .output(z.object({})),
}
