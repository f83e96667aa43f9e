import { open } from 'node:fs/promises'
import { topLevelBoxes } from './fragments.ts'

/**
 * The damage of an MP4 file that was not written or copied completely. Without an index (`moov`) nothing of it can be
 * played.
 */
export type CutOff = 'without index' | 'without end'

/** Null for a complete file, and for other formats. */
export async function findCutOff(path: string): Promise<CutOff | null> {
  await using file = await open(path)
  const boxes = await topLevelBoxes(file)
  if (boxes[0]?.type !== 'ftyp') return null
  if (!boxes.some(({ type, isWhole }) => type === 'moov' && isWhole)) return 'without index'
  return boxes.every(({ isWhole }) => isWhole) ? null : 'without end'
}
