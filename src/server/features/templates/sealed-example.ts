import { type Keyring, keyring } from '#server/keyring.ts'
import { openBytes, sealBytes, sealLength, type SealPlace } from '#server/sealed-bytes.ts'
import { deriveFormerKeys, deriveKey, type Secrets } from '#server/secrets.ts'

/** The place of an example; its text does not decrypt in another row, or for another author or template. */
export interface ExamplePlace {
  id: string
  authorId: string
  templateId: string
}

const purpose = 'template examples'

/** The keys of example notes. Nothing else is encrypted with them. */
export function exampleKeys(secrets: Secrets): Keyring {
  return keyring(deriveKey(secrets, purpose), deriveFormerKeys(secrets, purpose))
}

/** The seal, followed by the encrypted text. */
export function sealExample(keys: Keyring, place: ExamplePlace, text: string): Buffer {
  const { seal, data } = sealBytes(keys, placeOf(place), Buffer.from(text))
  return Buffer.concat([seal, data])
}

/** @throws Error, without the text, if it was altered or moved, or its master key is missing */
export function openExample(keys: Keyring, place: ExamplePlace, sealed: Buffer): string {
  const [seal, data] = [sealed.subarray(0, sealLength), sealed.subarray(sealLength)]
  return openBytes(keys, placeOf(place), { seal, data }).toString()
}

function placeOf({ id, authorId, templateId }: ExamplePlace): SealPlace {
  return { subject: id, label: `${id} ${authorId} ${templateId}` }
}
