import { createReadStream } from 'node:fs'

/** Streams a file's bytes. Opens the file on the first read and closes it when the reader stops. */
export async function* fileContent(path: string | URL): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path)
}
