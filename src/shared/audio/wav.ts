import { speechRate } from './speech-rate.ts'

export const wavHeaderBytes = 44

/** Encodes samples as a mono 16-bit WAV file (RIFF, "Multimedia Programming Interface and Data Specifications 1.0"). */
export function encodeWav(samples: Int16Array, rate = speechRate): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(wavHeaderBytes + samples.length * 2)
  file.set(wavHeader(samples.length * 2, rate))
  const view = new DataView(file.buffer, wavHeaderBytes)
  for (const [index, sample] of samples.entries()) view.setInt16(index * 2, sample, true)
  return file
}

/** The header of a mono 16-bit WAV file with this many bytes of samples. */
export function wavHeader(dataBytes: number, rate = speechRate): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(wavHeaderBytes)
  const view = new DataView(header.buffer)
  const text = (at: number, letters: string) =>
    header.set(
      Array.from(letters, (letter) => letter.charCodeAt(0)),
      at,
    )
  text(0, 'RIFF')
  view.setUint32(4, wavHeaderBytes - 8 + dataBytes, true)
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
  view.setUint32(40, dataBytes, true)
  return header
}
