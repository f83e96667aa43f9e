import { type Keyring, keyringFor } from '#server/keyring.ts'
import type { SealPlace } from '#server/sealed-bytes.ts'
import { openColumn, sealColumn } from '#server/sealed-column.ts'
import type { Secrets } from '#server/secrets.ts'

/** The row of an example. The text cannot be decrypted in another row, or for another author or template. */
export interface ExamplePlace {
  id: string
  authorId: string
  templateId: string
}

const purpose = 'template examples'

/** The keys that encrypt example notes and nothing else. */
export function exampleKeys(secrets: Secrets): Keyring {
  return keyringFor(secrets, purpose)
}

/** Encrypts a text. Returns the seal, followed by the encrypted text. */
export function sealExample(keys: Keyring, place: ExamplePlace, text: string): Buffer {
  return sealColumn(keys, placeOf(place), Buffer.from(text))
}

/** @throws Error, without the text, if the example was altered or moved, or its master key is missing */
export function openExample(keys: Keyring, place: ExamplePlace, sealed: Buffer): string {
  return openColumn(keys, placeOf(place), sealed).toString()
}

function placeOf({ id, authorId, templateId }: ExamplePlace): SealPlace {
  return { subject: id, label: `${id} ${authorId} ${templateId}` }
}
