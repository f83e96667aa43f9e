import { visible } from '#shared/rules/visible.ts'
import { TranscriptFileError } from './error.ts'

/**
 * Decodes UTF-8, UTF-16 (either byte order, with or without BOM) or Windows-1252, with `\n` line ends and without
 * invisible characters.
 * @throws TranscriptFileError if the bytes are not text
 */
export function decode(bytes: Uint8Array): string {
  if (isDocument(bytes)) throw new TranscriptFileError('transcript_document')
  const text = visible(new TextDecoder(encodingOf(bytes)).decode(bytes)).replace(
    /\r\n?|[\v\f\u0085\u2028\u2029]/g,
    '\n',
  )
  if (!isReadable(text)) throw new TranscriptFileError('transcript_unreadable')
  return text
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 2000)
  const zeros = (parity: number) => start.filter((byte, at) => at % 2 === parity && byte === 0).length
  if (zeros(1) > start.length * 0.3) return 'utf-16le'
  if (zeros(0) > start.length * 0.3) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

const foreignFormat = /^\s*<\?xml/i

const documents = ['%PDF-', '{\\rtf']

/** True for a PDF, an RTF document, or a document of Word before 2007 or with a password. */
function isDocument(bytes: Uint8Array): boolean {
  const isOlderWord = [0xd0, 0xcf, 0x11, 0xe0].every((byte, at) => bytes[at] === byte)
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1').replace(/^ï»¿/, '').trimStart()
  return isOlderWord || documents.some((sign) => start.startsWith(sign))
}

const isControl = (code: number) =>
  (code < 32 && code !== 9 && code !== 10 && code !== 12) || code === 0xfffd || code === 127

/** True for mostly letters and spaces, few control characters, and no other document format. */
function isReadable(text: string): boolean {
  if (foreignFormat.test(text)) return false
  const start = text.slice(0, 20_000)
  const controls = Array.from(start).filter((character) => isControl(character.codePointAt(0) ?? 0)).length
  const plain =
    start.match(/[\p{L}\p{M}\p{N}\p{Z}\s.,:;'"!?<>()[\]{}/*_#|=…–—“”‘’«»：；，。、？！（）「」؟،؛-]/gu)?.length ?? 0
  return controls <= start.length * 0.002 && plain >= start.length * 0.8
}
