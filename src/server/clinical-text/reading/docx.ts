import JSZip from 'jszip'
import mammoth from 'mammoth'
import { TranscriptFileError } from './error.ts'
import { markupText } from './html.ts'

/** Maximum number of unpacked bytes of all parts of a document. The text of an eight-hour session is under 10 MB. */
const maxUnpacked = 20 * 1024 * 1024

const maxParts = 1000

/** True for a ZIP archive, such as a Word document. */
export const isArchive = (bytes: Uint8Array) =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04

/**
 * The text of a Word document (DOCX), one line per paragraph or line break, with tabs between table cells. Reads
 * nothing outside the file; drops pictures, comments and deleted text.
 * @throws TranscriptFileError `transcript_unreadable` for other archives and damaged documents; `transcript_too_long`
 */
export async function docxText(bytes: Uint8Array): Promise<string> {
  try {
    await requireSmall(await JSZip.loadAsync(bytes))
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(bytes) },
      {
        externalFileAccess: false,
        includeDefaultStyleMap: false,
        includeEmbeddedStyleMap: false,
        convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
      },
    )
    return markupText(value)
  } catch (error) {
    if (error instanceof TranscriptFileError) throw error
    throw new TranscriptFileError('transcript_unreadable')
  }
}

/** Unpacks every part to count its bytes: the sizes declared in the archive are not trusted. */
async function requireSmall(archive: JSZip): Promise<void> {
  const parts = Object.values(archive.files).filter(({ dir }) => !dir)
  if (parts.length > maxParts) throw new TranscriptFileError('transcript_too_long')
  let unpacked = 0
  for (const part of parts) {
    unpacked += await unpackedBytes(part, maxUnpacked - unpacked)
  }
}

/** Bytes of a part. Stops reading after `max`. @throws TranscriptFileError */
async function unpackedBytes(part: JSZip.JSZipObject, max: number): Promise<number> {
  return await new Promise((resolve, reject) => {
    let bytes = 0
    const stream = part.nodeStream()
    stream.on('data', (block: Uint8Array) => {
      bytes += block.length
      if (bytes <= max) return
      stream.pause()
      reject(new TranscriptFileError('transcript_too_long'))
    })
    stream.on('error', reject)
    stream.on('end', () => resolve(bytes))
  })
}
