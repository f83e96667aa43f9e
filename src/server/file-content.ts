import { createReadStream } from 'node:fs'

/** The bytes of a file, which is opened when they are first asked for and closed when nobody asks any more. */
export async function* fileContent(path: string | URL): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path)
}
