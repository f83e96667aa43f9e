import * as z from 'zod'
import type { Secrets } from '#server/secrets.ts'
import { type Keyring, keyringFor } from '#server/keyring.ts'
import type { SealPlace } from '#server/sealed-bytes.ts'
import { openColumn, sealColumn } from '#server/sealed-column.ts'
import { excludedKinds } from '#shared/rules/excluded-content.ts'

/** The content of a psychotherapy note. Only its encrypted form is stored. */
const NoteContent = z.object({
  text: z.string(),
  /**
   * The client's name when the note was last saved. The name is stored because the author cannot read the client's
   * record after a transfer.
   */
  clientName: z.string(),
  confirmed: z.array(z.enum(excludedKinds)),
})
export type NoteContent = z.infer<typeof NoteContent>

/** Identifies a psychotherapy note. Content cannot be decrypted in another row, or for another author or client. */
export interface NotePlace {
  id: string
  authorId: string
  clientId: string
}

const purpose = 'psychotherapy notes'

/** Returns the keys that encrypt psychotherapy notes and nothing else. */
export function noteKeys(secrets: Secrets): Keyring {
  return keyringFor(secrets, purpose)
}

/** Encrypts the content of a note. Returns the seal, followed by the encrypted content. */
export function sealNote(keys: Keyring, place: NotePlace, content: NoteContent): Buffer {
  return sealColumn(keys, placeOf(place), Buffer.from(JSON.stringify(content)))
}

/**
 * Decrypts the content of a note.
 * @throws Error, without the content, if the note was altered or moved, or its master key is missing
 */
export function openNote(keys: Keyring, place: NotePlace, sealed: Buffer): NoteContent {
  return NoteContent.parse(JSON.parse(openColumn(keys, placeOf(place), sealed).toString()))
}

function placeOf({ id, authorId, clientId }: NotePlace): SealPlace {
  return { subject: id, label: `${id} ${authorId} ${clientId}` }
}
