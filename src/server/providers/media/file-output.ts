import { type FileHandle, open } from 'node:fs/promises'
import { type Output, StreamTarget, type StreamTargetChunk } from 'mediabunny'

/**
 * A new file for the muxer. Its handle closes on disposal, also after an error; the library's own file target leaves
 * it open then.
 */
export async function openFileTarget(path: string): Promise<{ target: StreamTarget } & AsyncDisposable> {
  const file = await open(path, 'w', 0o600)
  const writable = new WritableStream<StreamTargetChunk>({
    write: ({ data, position }) => writeAll(file, data, position),
  })
  return { target: new StreamTarget(writable, { chunked: true }), [Symbol.asyncDispose]: () => file.close() }
}

async function writeAll(file: FileHandle, data: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < data.length;) {
    const { bytesWritten } = await file.write(data, done, data.length - done, position + done)
    done += bytesWritten
  }
}

/** Stops a muxer after an error. A second error while it stops is ignored. */
export async function abandon(output: Output): Promise<void> {
  await output.cancel().catch(() => undefined)
}
