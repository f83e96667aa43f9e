import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sha256Hex } from './sha256.ts'

it('sha256Hex matches the published test vector', async () => {
  const abc = new TextEncoder().encode('abc').buffer
  expect(await sha256Hex(abc, true)).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

it('sha256Hex returns the same hash with and without a secure context', () =>
  fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      const data = new Uint8Array(bytes).buffer
      expect(await sha256Hex(data, false)).toBe(await sha256Hex(data, true))
    }),
  ))
