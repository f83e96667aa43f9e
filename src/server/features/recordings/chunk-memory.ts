import { chunkBytes } from '#shared/contract/recordings.ts'

/** Chunks that are on their way into the database at once. The driver copies each twice, so few at a time stay small. */
const writersAtOnce = 6

/** Buffers kept for the next chunks. What is thrown away instead lies about until V8 has gathered 64 MB of it. */
const kept = 24

const free: Buffer<ArrayBuffer>[] = []
const waiting: (() => void)[] = []
let writing = 0

/** Lends a buffer that holds one chunk; it is another's as soon as `use` is done. */
export async function withChunkBuffer<T>(use: (buffer: Buffer<ArrayBuffer>) => Promise<T>): Promise<T> {
  const buffer = free.pop() ?? Buffer.allocUnsafeSlow(chunkBytes)
  try {
    return await use(buffer)
  } finally {
    if (free.length < kept) free.push(buffer)
  }
}

/** Runs `write` when it is its turn. */
export async function inTurn<T>(write: () => Promise<T>): Promise<T> {
  if (writing >= writersAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else writing++
  try {
    return await write()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else writing--
  }
}
