import { type Keyring, keyring } from '#server/keyring.ts'
import type { RememberedVoice } from '#server/providers/speech/speakers/port.ts'
import { openBytes, sealBytes, sealLength, type SealPlace } from '#server/sealed-bytes.ts'
import { deriveFormerKeys, deriveKey, type Secrets } from '#server/secrets.ts'

/** The row of a voice; its direction does not decrypt in another row, for another user or model. */
export interface VoicePlace {
  id: string
  userId: string
  model: string
}

const purpose = 'own voices'

/** The keys of remembered voices. Nothing else is encrypted with them. */
export function voiceKeys(secrets: Secrets): Keyring {
  return keyring(deriveKey(secrets, purpose), deriveFormerKeys(secrets, purpose))
}

/** The seal, followed by the encrypted numbers. */
export function sealVoice(keys: Keyring, place: VoicePlace, { direction }: Pick<RememberedVoice, 'direction'>): Buffer {
  const content = Buffer.alloc(direction.length * 4)
  for (const [i, value] of direction.entries()) content.writeFloatLE(value, i * 4)
  const { seal, data } = sealBytes(keys, placeOf(place), content)
  return Buffer.concat([seal, data])
}

/** @throws Error, without the content, if it was altered or moved, or its master key is missing */
export function openVoice(keys: Keyring, place: VoicePlace, sealed: Buffer): RememberedVoice {
  const [seal, data] = [sealed.subarray(0, sealLength), sealed.subarray(sealLength)]
  const content = openBytes(keys, placeOf(place), { seal, data })
  const direction = Float32Array.from({ length: content.length / 4 }, (_, i) => content.readFloatLE(i * 4))
  return { model: place.model, direction }
}

function placeOf({ id, userId, model }: VoicePlace): SealPlace {
  return { subject: id, label: `${id} ${userId} ${model}` }
}
