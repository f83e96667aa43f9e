import { expect, it } from 'vitest'
import { encodeWav } from './wav.ts'

it('encodeWav encodes samples as a mono 16-bit file', () => {
  const file = new DataView(encodeWav(Int16Array.of(0, 1, -1, 32_767, -32_768), 16_000).buffer)
  const text = (at: number) => String.fromCharCode(...new Uint8Array(file.buffer, at, 4))
  expect([text(0), text(8), text(12), text(36)]).toEqual(['RIFF', 'WAVE', 'fmt ', 'data'])
  expect(file.getUint32(4, true)).toBe(file.byteLength - 8)
  const [format, channels, bits] = [20, 22, 34].map((at) => file.getUint16(at, true))
  expect({ format, channels, bits }).toEqual({ format: 1, channels: 1, bits: 16 })
  expect([file.getUint32(24, true), file.getUint32(28, true)]).toEqual([16_000, 32_000])
  expect(file.getUint32(40, true)).toBe(10)
  expect([0, 1, 2, 3, 4].map((index) => file.getInt16(44 + index * 2, true))).toEqual([0, 1, -1, 32_767, -32_768])
})
