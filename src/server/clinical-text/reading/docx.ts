import JSZip from 'jszip'
import mammoth from 'mammoth'
import { TranscriptFileError } from './error.ts'
import { visible } from './visible.ts'

/** Bytes of all parts of a document together, unpacked: the text of a session of eight hours has less than 10 MB. */
const mostUnpacked = 20 * 1024 * 1024

const mostParts = 1000

/** Whether a file is a ZIP archive, as Word documents are. */
export const isArchive = (bytes: Uint8Array) =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04

/**
 * The text of a Word document (DOCX), a line for each paragraph and line break; cells of a table are parted by tabs. Nothing
 * outside the file is read, and pictures, comments and deleted text are left out.
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
    return visible(linesOf(value))
  } catch (error) {
    if (error instanceof TranscriptFileError) throw error
    throw new TranscriptFileError('transcript_unreadable')
  }
}

/** Unpacks every part and counts: what an archive says about its sizes is not trusted. */
async function requireSmall(archive: JSZip): Promise<void> {
  const parts = Object.values(archive.files).filter(({ dir }) => !dir)
  if (parts.length > mostParts) throw new TranscriptFileError('transcript_too_long')
  let unpacked = 0
  for (const part of parts) {
    unpacked += await unpackedBytes(part, mostUnpacked - unpacked)
  }
}

/** Bytes of a part; it stops reading after `most`. @throws TranscriptFileError */
async function unpackedBytes(part: JSZip.JSZipObject, most: number): Promise<number> {
  return await new Promise((resolve, reject) => {
    let bytes = 0
    const stream = part.nodeStream()
    stream.on('data', (block: Uint8Array) => {
      bytes += block.length
      if (bytes <= most) return
      stream.pause()
      reject(new TranscriptFileError('transcript_too_long'))
    })
    stream.on('error', reject)
    stream.on('end', () => resolve(bytes))
  })
}

const references: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Text of the library's markup, in which only these four characters are references. */
function linesOf(html: string): string {
  return html
    .replace(/<\/p>(?=<\/t[dh]>)/g, '')
    .replace(/<\/t[dh]>/g, '\t')
    .replace(/<br \/>|<\/(?:p|tr|li|h\d)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (whole, name: string) => references[name] ?? whole)
}
