import { randomUUID } from 'node:crypto'
import { collectBytes } from './blocks.ts'
import { nameParts } from './names.ts'
import type { Files } from './port.ts'

/** Stores files in memory, for tests. */
export function createFakeFiles(): Files {
  const stored = new Map<string, Buffer>()
  const ids = new WeakMap<Buffer, string>()
  const idOf = (bytes: Buffer) => {
    const id = ids.get(bytes) ?? randomUUID()
    ids.set(bytes, id)
    return id
  }
  return {
    async put(name, content) {
      nameParts(name)
      const bytes = await collectBytes(content)
      stored.set(name, bytes)
      return { size: bytes.length }
    },
    async get(name, range) {
      nameParts(name)
      if (range && !(range.start >= 0 && range.end >= range.start)) throw new RangeError('Not a range of bytes')
      const bytes = stored.get(name)
      if (!bytes) return null
      return { size: bytes.length, body: once(range ? bytes.subarray(range.start, range.end + 1) : bytes) }
    },
    async delete(name) {
      nameParts(name)
      stored.delete(name)
    },
    async list(folder) {
      if (folder !== undefined) nameParts(folder)
      return [...stored.keys()].filter((name) => folder === undefined || name.startsWith(`${folder}/`)).toSorted()
    },
    async getSealed(name) {
      nameParts(name)
      const bytes = stored.get(name)
      if (!bytes) return null
      return { id: idOf(bytes), size: bytes.length, body: once(bytes) }
    },
    async putSealed(name, content) {
      nameParts(name)
      stored.set(name, await collectBytes(content))
    },
    async verifySealed(_name, openElsewhere) {
      if (!(await openElsewhere())) throw new Error('The file is missing')
    },
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes
}
