import { constants, copyFile, open } from 'node:fs/promises'
import { indexesWithoutData, topLevelBoxes } from './fragments.ts'

/**
 * A path at which an MP4 file can be read: its own, or that of a copy whose fragment indexes without data are marked
 * as free space. All other bytes are the same.
 * @param copy a new file, written only if needed
 */
export async function repairFragments(path: string, copy: string): Promise<string> {
  const useless = await findUseless(path)
  if (useless.length === 0) return path
  await copyFile(path, copy, constants.COPYFILE_EXCL)
  await using file = await open(copy, 'r+')
  for (const { start } of useless) await file.write('free', start + 4, 'latin1')
  return copy
}

async function findUseless(path: string) {
  await using file = await open(path)
  return await indexesWithoutData(file, await topLevelBoxes(file))
}

/**
 * The bytes before the first fragment of an MP4 file (`ftyp`, `moov`), which every fragment needs; null without them.
 */
export async function readBeginning(path: string): Promise<Buffer | null> {
  await using file = await open(path)
  const boxes = await topLevelBoxes(file)
  const moov = boxes.find(({ type }) => type === 'moov')
  const fragment = boxes.find(({ type }) => type === 'moof')
  if (!moov || !fragment || moov.start > fragment.start) return null
  const { buffer, bytesRead } = await file.read(Buffer.alloc(moov.end), 0, moov.end, 0)
  return buffer.subarray(0, bytesRead)
}

/** True if a file begins in the middle of a fragmented MP4 recording: with a fragment instead of its description. */
export async function isHeadless(path: string): Promise<boolean> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0)
  return bytesRead === 8 && ['moof', 'styp'].includes(buffer.toString('latin1', 4, 8))
}
