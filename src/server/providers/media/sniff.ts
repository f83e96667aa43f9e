import { mp3Frame, tagBytes } from './mp3-frame.ts'

/** The type of a file by its first bytes, regardless of its name and declared type. */
export interface MediaKind {
  container: 'mp3' | 'mp4' | 'mov' | 'wav' | 'webm'
  /** The type to store and serve the file with, e.g. `audio/mpeg`. */
  mediaType: string
  /** By the specified rule: mp3, mp4, wav, m4a, otherwise webm. */
  extension: StoredExtension
  /** False only if the head already shows that there is no video track. */
  mayHaveVideo: boolean
}

export type StoredExtension = 'mp3' | 'mp4' | 'wav' | 'm4a' | 'webm'

/** The stored extension of an audio type (spec core §5). */
export function storedExtension(mediaType: string): StoredExtension {
  switch (mediaType) {
    case 'audio/mp3':
    case 'audio/mpeg':
      return 'mp3'
    case 'audio/mp4':
    case 'video/mp4':
      return 'mp4'
    case 'audio/wav':
    case 'audio/x-wav':
      return 'wav'
    case 'audio/m4a':
    case 'audio/x-m4a':
      return 'm4a'
    default:
      return 'webm'
  }
}

/**
 * Recognizes accepted containers by their first bytes: pass the first 256 KB, or all of a shorter file. Null for
 * anything else: a document named `.mp3` is not a recording.
 */
export function sniffMedia(head: Uint8Array): MediaKind | null {
  if (ascii(head, 0, 4) === 'RIFF' || ascii(head, 0, 4) === 'RF64')
    return ascii(head, 8, 4) === 'WAVE' ? kind('wav', 'audio/wav', false) : null
  if (isEbml(head)) return sniffWebm(head)
  if (ascii(head, 4, 4) === 'ftyp') return sniffMp4(head)
  if (isOldQuickTime(head)) return kind('mov', 'video/quicktime', true)
  return isMp3(head) ? kind('mp3', 'audio/mpeg', false) : null
}

/** Bytes needed to recognize any container. */
const recognizableBytes = 64

/**
 * True if bytes can be the beginning of a browser's recording: WebM or MP4. A recorder may return too few bytes to be
 * certain. It is then enough that they do not contradict the format.
 */
export function canBeginRecording(head: Uint8Array): boolean {
  if (head.length < recognizableBytes) {
    const ebml = [0x1a, 0x45, 0xdf, 0xa3].every((byte, at) => at >= head.length || head[at] === byte)
    return ebml || (head[0] === 0 && 'ftyp'.startsWith(ascii(head, 4, 4)))
  }
  const container = sniffMedia(head)?.container
  return container === 'webm' || container === 'mp4'
}

function kind(container: MediaKind['container'], mediaType: string, mayHaveVideo: boolean): MediaKind {
  return { container, mediaType, extension: storedExtension(mediaType), mayHaveVideo }
}

function ascii(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length))
}

function uint32(bytes: Uint8Array, at: number): number {
  return bytes.length < at + 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0)
}

function isEbml(head: Uint8Array): boolean {
  return uint32(head, 0) === 0x1a45dfa3
}

/** The document type is in the EBML header, the codec ids (`A_OPUS`, `V_VP9`) in the following track list. */
function sniffWebm(head: Uint8Array): MediaKind | null {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1')
  if (!text.slice(0, 64).includes('webm')) return null
  const audioOnly = text.includes('A_OPUS') || text.includes('A_VORBIS')
  const video = /V_(?:VP[89]|AV1|MPEG)/.test(text)
  return video || !audioOnly ? kind('webm', 'video/webm', true) : kind('webm', 'audio/webm', false)
}

const pictureBrands = /^(?:hei[cxms]|hev[cx]|mif1|msf1|avi[fs]|crx |jp2 |jpx |jxl )/

function sniffMp4(head: Uint8Array): MediaKind | null {
  const brand = ascii(head, 8, 4)
  if (brand.length < 4 || pictureBrands.test(brand)) return null
  if (brand === 'qt  ') return kind('mov', 'video/quicktime', true)
  if (/^M4[AB] $/.test(brand)) return kind('mp4', 'audio/x-m4a', false)
  return kind('mp4', 'video/mp4', true)
}

/** QuickTime files from before 2001 have no `ftyp`; text and archives never begin with such a small box size. */
function isOldQuickTime(head: Uint8Array): boolean {
  const size = uint32(head, 0)
  return /^(?:moov|mdat|wide|pnot)$/.test(ascii(head, 4, 4)) && size < 0x2000_0000 && (size === 1 || size >= 8)
}

function isMp3(head: Uint8Array): boolean {
  let at = tagBytes(head)
  // A cover picture may fill the whole head. Only the decoder then knows whether it is an MP3.
  if (at > 0 && at >= head.length) return true
  while (at < head.length && head[at] === 0) at++
  return hasFrames(head, at)
}

/** Two consecutive headers that agree, or one that ends exactly with the file. */
function hasFrames(head: Uint8Array, start: number): boolean {
  const first = mp3Frame(head, start)
  if (!first) return false
  const next = start + first.bytes
  if (next + 4 > head.length) return next <= head.length
  return mp3Frame(head, next)?.family === first.family
}
