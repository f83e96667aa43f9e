import { chunkBytes } from '#shared/contract/recordings.ts'

/** Maximum number of parallel writes. The database driver copies each chunk twice, so a low number limits memory. */
const maxWriters = 6

/** Maximum size of the buffer pool. Without reuse, V8 frees buffers only after 64 MB. */
const maxFreeBuffers = 24

const freeBuffers: Buffer<ArrayBuffer>[] = []
const waiting: (() => void)[] = []
let writing = 0

/** Calls `use` with a buffer for one chunk. Afterwards the buffer returns to the pool. */
export async function withChunkBuffer<T>(use: (buffer: Buffer<ArrayBuffer>) => Promise<T>): Promise<T> {
  const buffer = freeBuffers.pop() ?? Buffer.allocUnsafeSlow(chunkBytes)
  try {
    return await use(buffer)
  } finally {
    if (freeBuffers.length < maxFreeBuffers) freeBuffers.push(buffer)
  }
}

/** Runs `write` when a slot is free. */
export async function withWriteSlot<T>(write: () => Promise<T>): Promise<T> {
  if (writing >= maxWriters) await new Promise<void>((resolve) => waiting.push(resolve))
  else writing++
  try {
    return await write()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else writing--
  }
}
