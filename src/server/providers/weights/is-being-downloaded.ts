import { statSync } from 'node:fs'
import { stallTimeoutMs } from './download.ts'

/** True while another process downloads to this path, because the unfinished file was changed a moment ago. */
export function isBeingDownloaded(target: string): boolean {
  const part = statSync(`${target}.part`, { throwIfNoEntry: false })
  return part !== undefined && Date.now() - part.mtimeMs < stallTimeoutMs
}
