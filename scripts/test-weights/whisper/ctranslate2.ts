import type { Weight } from '../weight.ts'

const float16 = 4

/**
 * The float16 weights of a CTranslate2 model file (`model.bin`, version 6), by name.
 * @throws RangeError if the file is truncated
 */
export function readCtranslate2(file: Buffer): Map<string, Weight> {
  let at = 4
  const uint8 = () => file.readUInt8((at += 1) - 1)
  const uint32 = () => file.readUInt32LE((at += 4) - 4)
  const text = () => {
    const length = file.readUInt16LE((at += 2) - 2)
    return file.toString('latin1', at, (at += length) - 1)
  }
  // The name and revision of the architecture.
  text()
  uint32()
  const weights = new Map<string, Weight>()
  for (let remaining = uint32(); remaining > 0; remaining--) {
    const name = text()
    const dims = Array.from({ length: uint8() }, uint32)
    const type = uint8()
    const bytes = uint32()
    if (type === float16) {
      const values = new Float32Array(bytes / 2)
      for (let i = 0; i < values.length; i++) values[i] = floats[file.readUInt16LE(at + 2 * i)] ?? 0
      weights.set(name, { dims, values })
    }
    at += bytes
  }
  return weights
}

/** The value of each of the 65,536 half-precision numbers. */
const floats = Float32Array.from({ length: 65_536 }, (_, bits) => {
  const sign = bits >> 15 ? -1 : 1
  const exponent = (bits >> 10) & 31
  const fraction = (bits & 1023) / 1024
  return sign * (exponent === 0 ? 2 ** -14 * fraction : 2 ** (exponent - 15) * (1 + fraction))
})
