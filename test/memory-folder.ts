import { statfsSync } from 'node:fs'

const memoryDisk = '/dev/shm'

/** Required free space. The tests need far less: about one gigabyte at a time. */
const neededDiskBytes = 4 * 1024 ** 3

/** Required free memory, because the tests need memory besides their files. */
const neededMemoryBytes = 8 * 1024 ** 3

/**
 * Has this process, and those that it starts, place temporary files in memory, if there is enough. A test database consists of
 * almost 800 files, and a disk takes several times as much CPU time to create and delete them.
 */
export function keepTemporaryFilesInMemory(): void {
  if (
    process.env['TMPDIR'] !== undefined ||
    process.availableMemory() < neededMemoryBytes ||
    freeBytes() < neededDiskBytes
  )
    return
  process.env['TMPDIR'] = memoryDisk
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(memoryDisk)
    return bavail * bsize
  } catch {
    return 0
  }
}
