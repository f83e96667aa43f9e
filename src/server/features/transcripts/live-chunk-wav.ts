import { speechRate } from '#shared/audio/speech-rate.ts'
import { fail } from '#server/fail.ts'

/** Maximum seconds of a live chunk. Live text comes in chunks of five seconds (spec core §9), but ten are accepted. */
const maxSeconds = 10

/** Maximum bytes of a live chunk, with room for extra headers. */
export const maxBytes = maxSeconds * speechRate * 2 + 1024

/**
 * Returns the samples of a mono WAV file with 16 bits at 16 kHz. If the file is truncated, returns the samples before
 * the cut.
 * @throws recording_invalid for an empty file or another format
 */
export function readLiveChunk(file: Buffer): Int16Array {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') fail('recording_invalid')
  let isSupported = false
  for (let at = 12; at + 8 <= file.length;) {
    const name = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    const content = file.subarray(at + 8, at + 8 + length)
    if (name === 'fmt ') isSupported = isSpeechFormat(content)
    if (name === 'data') return isSupported && content.length > 1 ? toSamples(content) : fail('recording_invalid')
    at += 8 + length + (length % 2)
  }
  return fail('recording_invalid')
}

/** True if a format chunk states uncompressed audio with one channel, 16 kHz and 16 bits. */
function isSpeechFormat(chunk: Buffer): boolean {
  if (chunk.length < 16) return false
  const [coding, channels, bits] = [chunk.readUInt16LE(0), chunk.readUInt16LE(2), chunk.readUInt16LE(14)]
  return coding === 1 && channels === 1 && bits === 16 && chunk.readUInt32LE(4) === speechRate
}

function toSamples(bytes: Buffer): Int16Array {
  return Int16Array.from({ length: Math.min(bytes.length >> 1, maxSeconds * speechRate) }, (_, at) =>
    bytes.readInt16LE(at * 2),
  )
}
