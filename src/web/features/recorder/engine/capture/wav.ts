const headerBytes = 44

/** Encodes samples as a mono 16-bit WAV file (RIFF, "Multimedia Programming Interface and Data Specifications 1.0"). */
export function toWav(samples: Int16Array, rate: number): ArrayBuffer {
  const bytes = samples.length * 2
  const file = new ArrayBuffer(headerBytes + bytes)
  const view = new DataView(file)
  const text = (at: number, letters: string) =>
    Array.from(letters).forEach((letter, index) => view.setUint8(at + index, letter.charCodeAt(0)))
  text(0, 'RIFF')
  view.setUint32(4, headerBytes - 8 + bytes, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  // PCM, one channel.
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  text(36, 'data')
  view.setUint32(40, bytes, true)
  samples.forEach((sample, index) => view.setInt16(headerBytes + index * 2, sample, true))
  return file
}
