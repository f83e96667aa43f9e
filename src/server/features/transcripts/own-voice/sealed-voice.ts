import { type Keyring, keyringFor } from '#server/keyring.ts'
import type { RememberedVoice } from '#server/providers/speech/speakers/port.ts'
import type { SealPlace } from '#server/sealed-bytes.ts'
import { openColumn, sealColumn } from '#server/sealed-column.ts'
import type { Secrets } from '#server/secrets.ts'

/**
 * The row of a voice. The vector of the voice (`direction`) cannot be decrypted in another row, for another user or for
 * another model.
 */
export interface VoicePlace {
  id: string
  userId: string
  model: string
}

const purpose = 'own voices'

/** The keys that encrypt stored voices and nothing else. */
export function voiceKeys(secrets: Secrets): Keyring {
  return keyringFor(secrets, purpose)
}

/** Encrypts the vector of a voice. Returns the seal, followed by the encrypted numbers. */
export function sealVoice(keys: Keyring, place: VoicePlace, { direction }: Pick<RememberedVoice, 'direction'>): Buffer {
  const content = Buffer.alloc(direction.length * 4)
  for (const [i, value] of direction.entries()) content.writeFloatLE(value, i * 4)
  return sealColumn(keys, placeOf(place), content)
}

/** @throws Error, without the content, if the voice was altered or moved, or its master key is missing */
export function openVoice(keys: Keyring, place: VoicePlace, sealed: Buffer): RememberedVoice {
  const content = openColumn(keys, placeOf(place), sealed)
  const direction = Float32Array.from({ length: content.length / 4 }, (_, i) => content.readFloatLE(i * 4))
  return { model: place.model, direction }
}

function placeOf({ id, userId, model }: VoicePlace): SealPlace {
  return { subject: id, label: `${id} ${userId} ${model}` }
}
