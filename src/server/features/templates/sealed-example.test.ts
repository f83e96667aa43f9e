import { expect, test } from 'vitest'
import { chunkKeys } from '#server/features/recordings/sealed-chunk.ts'
import { exampleKeys, openExample, sealExample } from './sealed-example.ts'

const secrets = { secret: 's'.repeat(40), formerSecrets: [] }
const keys = exampleKeys(secrets)
const place = { id: 'example', authorId: 'author', templateId: 'template' }
const text = 'The dream of the house returns.'

test('an example decrypts to its text, contains none of it in plain text, and is encrypted differently each time', () => {
  const sealed = sealExample(keys, place, text)
  expect(openExample(keys, place, sealed)).toBe(text)
  expect(sealed.includes('dream')).toBe(false)
  expect(sealExample(keys, place, text).equals(sealed)).toBe(false)
})

test.each([
  ['in another row', keys, { ...place, id: 'other' }],
  ['for another author', keys, { ...place, authorId: 'other' }],
  ['with another template', keys, { ...place, templateId: 'other' }],
  ['with the keys of audio chunks', chunkKeys(secrets), place],
  ['with the key of another secret', exampleKeys({ ...secrets, secret: 't'.repeat(40) }), place],
])('an example does not decrypt %s', (_, otherKeys, otherPlace) => {
  expect(() => openExample(otherKeys, otherPlace, sealExample(keys, place, text))).toThrow(
    /authenticate data|not set up/,
  )
})

test('an example decrypts with a former secret after a rotation', () => {
  const rotated = exampleKeys({ secret: 'n'.repeat(40), formerSecrets: [secrets.secret] })
  expect(openExample(rotated, place, sealExample(keys, place, text))).toBe(text)
})
