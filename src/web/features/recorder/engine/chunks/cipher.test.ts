import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { importKey, seal, unseal } from './cipher.ts'

const refused = { name: 'OperationError' }
const place = { sessionId: 's', segment: 1, n: 7 }
const keyOf = (byte: number) => importKey(btoa(String.fromCharCode(...new Uint8Array(32).fill(byte))))
const bytes = (...values: number[]) => Uint8Array.from(values).buffer

describe('the encryption of chunks', () => {
  it('an encrypted chunk decrypts to the original audio', async () => {
    const key = await keyOf(1)
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), async (content) => {
        const data = new Uint8Array(content).buffer
        const opened = await unseal(key, place, await seal(key, place, data))
        expect(new Uint8Array(opened)).toEqual(new Uint8Array(data))
      }),
      { numRuns: 30 },
    )
  })

  it('a chunk is encrypted differently each time, with a key that cannot be exported', async () => {
    const key = await keyOf(1)
    const [one, other] = [await seal(key, place, bytes(1, 2, 3)), await seal(key, place, bytes(1, 2, 3))]
    expect(one.iv).not.toEqual(other.iv)
    expect(new Uint8Array(one.data)).not.toEqual(new Uint8Array(other.data))
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toMatchObject({ name: 'InvalidAccessError' })
  })

  it('decryption rejects altered or moved chunks and other keys', async () => {
    const key = await keyOf(1)
    const sealed = await seal(key, place, bytes(1, 2, 3, 4))
    for (const at of Array(sealed.data.byteLength).keys()) {
      const data = new Uint8Array(sealed.data.slice())
      data[at] = (data[at] ?? 0) ^ 1
      await expect(unseal(key, place, { ...sealed, data: data.buffer })).rejects.toMatchObject(refused)
    }
    for (const elsewhere of [{ sessionId: 't' }, { segment: 2 }, { n: 8 }])
      await expect(unseal(key, { ...place, ...elsewhere }, sealed)).rejects.toMatchObject(refused)
    await expect(unseal(await keyOf(2), place, sealed)).rejects.toMatchObject(refused)
  })
})
