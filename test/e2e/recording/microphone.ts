import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeWav } from '#shared/audio/wav.ts'

/**
 * Runs `use` with the arguments of a Chromium whose only microphone plays these samples (16 kHz). The samples
 * start again whenever the microphone is opened, and at their end. Pages still need permission.
 */
export async function withMicrophone(samples: Int16Array, use: (args: string[]) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'attend-microphone-'))
  try {
    const file = join(folder, 'microphone.wav')
    await writeFile(file, encodeWav(samples))
    await use(['--use-fake-device-for-media-stream', `--use-file-for-fake-audio-capture=${file}`])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
