import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode, StartFailure } from './start-failure.ts'

const reasons: Readonly<Record<string, string>> = {
  EACCES:
    'this user may not write there: make it writable for the user that runs Attend (chown), or set DATA_DIR to another folder',
  EPERM:
    'this user may not write there: make it writable for the user that runs Attend (chown), or set DATA_DIR to another folder',
  EROFS: 'it is on a read-only file system: mount it writable, or set DATA_DIR to another folder',
  ENOSPC: 'the disk is full: free some space',
  EDQUOT: 'the disk quota is used up: free some space or raise the quota',
  ENOTDIR: 'a part of this path is a file: set DATA_DIR to a folder',
  EEXIST: 'this is a file: set DATA_DIR to a folder',
  ENOENT: 'it cannot be created there: set DATA_DIR to another folder',
}

/**
 * Creates the folder if it is missing, and checks that it is writable.
 * @throws StartFailure with the remedy
 */
export function ensureWritable(folder: string): void {
  const probe = join(folder, `.writable-${randomUUID()}`)
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(probe, 'x')
    rmSync(probe)
  } catch (error) {
    const reason = reasons[errorCode(error)] ?? (error instanceof Error ? error.message : String(error))
    throw new StartFailure(`Attend cannot write to its folder ${folder}: ${reason}.`)
  }
}
