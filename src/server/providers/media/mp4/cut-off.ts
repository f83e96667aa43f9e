import { open } from 'node:fs/promises'
import { topLevelBoxes } from './fragments.ts'

/** How an MP4 file is damaged that was not written or copied to its end. Without an index (`moov`) no part of it can be played. */
export type CutOff = 'without index' | 'without end'

/** Null for a whole file, and for other formats. */
export async function findCutOff(path: string): Promise<CutOff | null> {
  await using file = await open(path)
  const boxes = await topLevelBoxes(file)
  if (boxes[0]?.type !== 'ftyp') return null
  if (!boxes.some(({ type, isWhole }) => type === 'moov' && isWhole)) return 'without index'
  return boxes.every(({ isWhole }) => isWhole) ? null : 'without end'
}
