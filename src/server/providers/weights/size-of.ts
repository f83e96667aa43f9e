import { statSync } from 'node:fs'

/** The bytes of a file; -1 without it. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? -1
}
