import type { FileHandle } from 'node:fs/promises'

/** A box of an MP4 file. `end` is at most the size of the file. */
export interface Box {
  type: string
  start: number
  bodyStart: number
  end: number
}

export interface TopLevelBox extends Box {
  /** False if the box is longer than the rest of the file. */
  isWhole: boolean
}

/** Maximum size in bytes. The fragment index of a recorder is shorter. */
const maxIndexBytes = 4 * 1024 * 1024

/** The top-level boxes of an MP4 file, up to the first bytes that are not a box. */
export async function topLevelBoxes(file: FileHandle): Promise<TopLevelBox[]> {
  const { size } = await file.stat()
  const boxes: TopLevelBox[] = []
  const head = Buffer.alloc(16)
  for (let start = 0; start + 8 <= size;) {
    const { bytesRead } = await file.read(head, 0, 16, start)
    const type = head.toString('latin1', 4, 8)
    if (bytesRead < 8 || !/^[\w ©-]{4}$/.test(type)) break
    const shortSize = head.readUInt32BE(0)
    const isLong = shortSize === 1 && bytesRead === 16
    const length = isLong ? Number(head.readBigUInt64BE(8)) : shortSize === 0 ? size - start : shortSize
    const bodyStart = start + (isLong ? 16 : 8)
    if (start + length < bodyStart) break
    const end = start + length
    boxes.push({ type, start, bodyStart: Math.min(size, bodyStart), end: Math.min(size, end), isWhole: end <= size })
    start += length
  }
  return boxes
}

/**
 * Fragment indexes (`moof`) whose samples are not in the file's data (`mdat`). WebKit writes an index twice when it
 * returns audio early, at a pause or at the end: the first copy would point into the second. A file that was cut off
 * may also end with such an index.
 */
export async function indexesWithoutData(file: FileHandle, boxes: readonly Box[]): Promise<Box[]> {
  const data = boxes.filter(({ type }) => type === 'mdat')
  const withoutData: Box[] = []
  for (const [at, box] of boxes.entries()) {
    if (box.type !== 'moof') continue
    // Nearly always the next box holds the data.
    const nextBox = boxes[at + 1]
    const places = await dataPlaces(file, box)
    const isInside = (place: number) => {
      if (nextBox?.type === 'mdat' && place >= nextBox.bodyStart && place < nextBox.end) return true
      return data.some(({ bodyStart, end }) => place >= bodyStart && place < end)
    }
    if (!places?.every(isInside)) withoutData.push(box)
  }
  return withoutData
}

/** Positions in the file of the first sample of each track, by a fragment's index; null if the index is cut off or damaged. */
async function dataPlaces(file: FileHandle, moof: Box): Promise<number[] | null> {
  const length = moof.end - moof.start
  if (length > maxIndexBytes) return null
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, moof.start)
  const declared = bytesRead >= 8 ? buffer.readUInt32BE(0) : 0
  if (declared !== 1 && declared > bytesRead) return null
  try {
    return boxesOf(buffer, moof.bodyStart - moof.start, bytesRead)
      .filter(({ type }) => type === 'traf')
      .map((traf) => firstSample(buffer, traf, moof.start))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function firstSample(bytes: Buffer, traf: Box, moofStart: number): number {
  const parts = boxesOf(bytes, traf.bodyStart, traf.end)
  const header = parts.find(({ type }) => type === 'tfhd')
  const run = parts.find(({ type }) => type === 'trun')
  const hasBase = header !== undefined && (bytes.readUInt32BE(header.bodyStart) & 1) === 1
  const base = hasBase ? Number(bytes.readBigUInt64BE(header.bodyStart + 8)) : moofStart
  const hasOffset = run !== undefined && (bytes.readUInt32BE(run.bodyStart) & 1) === 1
  return base + (hasOffset ? bytes.readInt32BE(run.bodyStart + 8) : 0)
}

/** @throws RangeError for a box that exceeds its parent */
function boxesOf(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = []
  for (let start = from; start + 8 <= to;) {
    const length = bytes.readUInt32BE(start)
    if (length < 8 || start + length > to) throw new RangeError('a box is longer than the one around it')
    boxes.push({
      type: bytes.toString('latin1', start + 4, start + 8),
      start,
      bodyStart: start + 8,
      end: start + length,
    })
    start += length
  }
  return boxes
}
