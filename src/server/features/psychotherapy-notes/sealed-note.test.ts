import { describe, expect, test } from 'vitest'
import { chunkKeys } from '#server/features/recordings/sealed-chunk.ts'
import { keyring } from '#server/keyring.ts'
import { noteKeys, openNote, sealNote } from './sealed-note.ts'

const secrets = { secret: 's'.repeat(40), formerSecrets: [] }
const keys = noteKeys(secrets)
const id = (n: number) => `0197f0c0-0000-7000-8000-00000000000${n}`
const place = { id: id(1), authorId: id(2), clientId: id(3) }
const content = { text: 'The dream of the house returns.', clientName: 'Maya Stone', confirmed: ['symptoms' as const] }

describe('an encrypted psychotherapy note', () => {
  test('an encrypted psychotherapy note decrypts to its content, and does not contain it in plain text', () => {
    const sealed = sealNote(keys, place, content)
    expect(openNote(keys, place, sealed)).toEqual(content)
    for (const words of ['dream', 'Maya', 'symptoms']) expect(sealed.includes(words)).toBe(false)
    expect(sealNote(keys, place, content).equals(sealed)).toBe(false)
  })

  test.each([
    ['in another row', keys, { ...place, id: id(4) }],
    ['for another author', keys, { ...place, authorId: id(4) }],
    ['for another client', keys, { ...place, clientId: id(4) }],
    ['with the keys of audio chunks', chunkKeys(secrets), place],
    ['with the master key of another secret', noteKeys({ ...secrets, secret: 't'.repeat(40) }), place],
  ])('an encrypted psychotherapy note does not decrypt %s', (_, otherKeys, otherPlace) => {
    expect(() => openNote(otherKeys, otherPlace, sealNote(keys, place, content))).toThrow(
      /authenticate data|not set up/,
    )
  })

  test('an encrypted psychotherapy note does not decrypt after one bit changed, and the error does not contain the text', () => {
    const sealed = sealNote(keys, place, content)
    for (const at of [5, 20, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(() => openNote(keys, place, changed)).toThrow(/^(?!.*dream)/)
    }
  })

  test('an encrypted psychotherapy note decrypts with a former secret after a rotation', () => {
    const rotated = noteKeys({ secret: 'n'.repeat(40), formerSecrets: [secrets.secret] })
    expect(openNote(rotated, place, sealNote(keys, place, content))).toEqual(content)
    expect(() => openNote(keyring(rotated.current.key), place, sealNote(keys, place, content))).toThrow('master key')
  })
})
