import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCode, StartFailure } from './start-failure.ts'

function reasonsOf(setting: string): Readonly<Record<string, string>> {
  const chown = `this user may not write there: make it writable for the user that runs Attend (chown), or set ${setting} to another folder`
  return {
    EACCES: chown,
    EPERM: chown,
    EROFS: `it is on a read-only file system: mount it writable, or set ${setting} to another folder`,
    ENOSPC: 'the disk is full: free some space',
    EDQUOT: 'the disk quota is used up: free some space or raise the quota',
    ENOTDIR: `a part of this path is a file: set ${setting} to a folder`,
    ENOENT: `it cannot be created there: set ${setting} to another folder`,
  }
}

/**
 * Creates the folder if it is missing, and checks that it is writable.
 * @param setting name of the folder's setting, for the remedy
 * @throws StartFailure with the remedy
 */
export function ensureWritable(folder: string, setting = 'DATA_DIR'): void {
  const probe = join(folder, `.writable-${randomUUID()}`)
  try {
    makeFolders(folder)
    writeFileSync(probe, 'x')
    rmSync(probe)
  } catch (error) {
    const reason = reasonsOf(setting)[errorCode(error)] ?? (error instanceof Error ? error.message : String(error))
    throw new StartFailure(`Attend cannot write to its folder ${folder}: ${reason}.`)
  }
}

/** Node's recursive `mkdir` never ends if the file system rejects a new folder as missing (ENOENT), as `/proc` does. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return
  makeFolders(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
}
