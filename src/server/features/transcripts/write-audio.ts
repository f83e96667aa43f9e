import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Services } from '#server/context.ts'
import type { Audio } from '#server/features/recordings/find-audio.ts'

/**
 * Decrypts a recording into a new file that only the owner of the file can read.
 * @throws Error if the file store does not have the recording
 */
export async function writeAudio(
  { files }: Pick<Services, 'files'>,
  { storageName }: Pick<Audio, 'storageName'>,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const file = await files.get(storageName)
  if (!file) throw new Error('the stored recording is not in the file store')
  await pipeline(file.body, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
}
