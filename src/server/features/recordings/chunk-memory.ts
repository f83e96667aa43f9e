import { createSlots } from '#server/create-slots.ts'
import { chunkBytes } from '#shared/contract/recordings.ts'

/** Maximum number of parallel writes. The database driver copies each chunk twice, so a low number limits memory. */
const maxWriters = 6

/** Maximum size of the buffer pool. Without reuse, V8 frees buffers only after 64 MB. */
const maxFreeBuffers = 24

const freeBuffers: Buffer<ArrayBuffer>[] = []

/** Calls `use` with a buffer for one chunk. Afterwards the buffer returns to the pool. */
export async function withChunkBuffer<T>(use: (buffer: Buffer<ArrayBuffer>) => Promise<T>): Promise<T> {
  const buffer = freeBuffers.pop() ?? Buffer.allocUnsafeSlow(chunkBytes)
  try {
    return await use(buffer)
  } finally {
    if (freeBuffers.length < maxFreeBuffers) freeBuffers.push(buffer)
  }
}

/** Runs a write when a slot is free. */
export const withWriteSlot = createSlots(maxWriters)
