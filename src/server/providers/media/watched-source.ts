import { type FileHandle, open } from 'node:fs/promises'
import { CustomSource } from 'mediabunny'
import { MediaError } from './media-error.ts'

/** Bytes cached around the demuxer's position. */
const pageBytes = 512 * 1024

/** Maximum number of reads of the same bytes in a row. No demuxer that makes progress needs so many. */
const maxRepeats = 1000

/**
 * A file for the demuxer that detects its endless loops. Version 1.61.0 loops in a WebM file without known elements
 * after damage, and blocks the process. The demuxer's own cache would hide repeated reads, so the file is read through
 * this cache.
 */
export function watchedSource(path: string): CustomSource {
  let file: Promise<FileHandle> | undefined
  let page = Buffer.alloc(0)
  let pageStart = 0
  let last = ''
  let repeats = 0

  async function readPage(start: number, end: number): Promise<Buffer> {
    const handle = await (file ??= open(path))
    const bytes = Buffer.allocUnsafeSlow(Math.max(pageBytes, end - start))
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, start)
    page = bytes.subarray(0, bytesRead)
    pageStart = start
    return page.subarray(0, end - start)
  }

  return new CustomSource({
    getSize: async () => (await (await (file ??= open(path))).stat()).size,
    read(start, end) {
      const asked = `${start} ${end}`
      repeats = asked === last ? repeats + 1 : 0
      last = asked
      if (repeats > maxRepeats) throw new MediaError('the demuxer does not get on in a damaged file')
      const isThere = start >= pageStart && end <= pageStart + page.length
      return isThere ? page.subarray(start - pageStart, end - pageStart) : readPage(start, end)
    },
    dispose: async () => (await file)?.close(),
    maxCacheSize: 0,
  })
}
