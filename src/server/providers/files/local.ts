import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { copySealed, seal, unseal, verifySealed, type Sealed } from './encryption.ts'
import type { Keyring } from '#server/keyring.ts'
import { nameParts } from './names.ts'
import type { Files } from './port.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Stores files in a folder of this machine that only its owner can read. */
export function createLocalFiles(folder: string, keys: Keyring): Files {
  // Names never start with a dot, so unfinished files cannot collide with finished ones.
  const unfinished = join(folder, '.unfinished')
  const pathOf = (name: string) => join(folder, ...nameParts(name))
  let ready: Promise<void> | undefined
  const prepareOnce = async () => {
    try {
      await (ready ??= prepare(unfinished))
    } catch (error) {
      ready = undefined
      throw error
    }
  }

  const putSealed: Files['putSealed'] = async (name, content) => {
    const path = pathOf(name)
    await prepareOnce()
    const temporary = join(unfinished, randomUUID())
    try {
      await write(temporary, content)
      await makeFolders(dirname(path), folder)
      await rename(temporary, path)
      await syncFolder(dirname(path))
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  return {
    async put(name, content) {
      let size = 0
      await putSealed(
        name,
        seal(name, keys, content, (bytes) => (size = bytes)),
      )
      return { size }
    },

    putSealed,

    verifySealed: (name, openElsewhere) => verifySealed(name, keys, openElsewhere),

    async get(name, range) {
      const path = pathOf(name)
      return await unseal(name, keys, () => openSealed(path), range)
    },

    async getSealed(name) {
      const path = pathOf(name)
      return await copySealed(() => openSealed(path))
    },

    async list(below) {
      const path = below === undefined ? folder : pathOf(below)
      const found = await readdir(path, { recursive: true, withFileTypes: true }).catch(ignoreMissing)
      return (found ?? [])
        .filter((entry) => entry.isFile() && entry.parentPath !== unfinished)
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
        .toSorted()
    },

    async delete(name) {
      const path = pathOf(name)
      await rm(path, { force: true })
      await syncFolder(dirname(path)).catch(ignoreMissing)
    },
  }
}

/** Writes a new file and resolves when it is on disk. A write stream might still open the file after it has failed. */
async function write(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    for await (const part of content) await handle.writeFile(part)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function openSealed(path: string): Promise<Sealed | null> {
  const handle = await open(path).catch(ignoreMissing)
  if (!handle) return null
  const { size } = await handle.stat()
  return {
    size,
    read: (start, end) => createReadStream(path, { fd: handle, start, end, autoClose: false }),
    close: () => handle.close(),
  }
}

/** Creates the folder for unfinished files. Deletes files in it that are older than a day, left by killed processes. */
async function prepare(unfinished: string): Promise<void> {
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  for (const left of await readdir(unfinished)) {
    const path = join(unfinished, left)
    const found = await stat(path).catch(ignoreMissing)
    if (found && Date.now() - found.mtimeMs > dayMs) await rm(path, { force: true })
  }
}

async function makeFolders(folder: string, root: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made === undefined) return
  for (let at = folder; at.length >= root.length && at !== dirname(at); at = dirname(at)) await syncFolder(at)
}

/** Makes a new name in a folder survive a power failure. Windows cannot open folders and does not need this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
    return undefined
  throw error
}
