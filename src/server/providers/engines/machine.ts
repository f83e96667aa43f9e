import { mkdir, statfs } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import type { Machine } from '#shared/contract/engines.ts'

/** Cores, memory and disk that this process may use; a container's limits count. */
export async function readMachine(folder: string): Promise<Machine> {
  await mkdir(folder, { recursive: true })
  const { bavail, bsize } = await statfs(folder)
  const limit = process.constrainedMemory()
  const memoryTotal = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  return {
    cores: availableParallelism(),
    memoryFree: Math.min(process.availableMemory(), memoryTotal),
    memoryTotal,
    diskFree: bavail * bsize,
  }
}
