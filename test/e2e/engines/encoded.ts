import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { topLevelBoxes } from '#server/providers/media/mp4/fragments.ts'
import { packetsOf } from '../recording/packets.ts'

/** The encoded audio of a browser recording, without its container. */
export async function capturedAudio(bytes: Buffer): Promise<Buffer> {
  const isMp4 = bytes.toString('latin1', 4, 8) === 'ftyp'
  // Some of WebKit's indexes point at the wrong bytes (docs/decisions/0022), so its audio is the content of the data
  // boxes.
  return isMp4 ? await dataOf(bytes) : await storedAudio(bytes)
}

/** The encoded audio of a file that the product wrote. */
export async function storedAudio(bytes: Buffer): Promise<Buffer> {
  return Buffer.concat((await packetsOf(bytes)).data)
}

async function dataOf(bytes: Buffer): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'attend-captured-'))
  try {
    const path = join(folder, 'captured')
    await writeFile(path, bytes)
    await using file = await open(path)
    const boxes = (await topLevelBoxes(file)).filter(({ type }) => type === 'mdat')
    return Buffer.concat(boxes.map(({ bodyStart, end }) => bytes.subarray(bodyStart, end)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Number of bytes at the end of the captured audio that are not stored. */
export function missingBytes(captured: Buffer, stored: Buffer): number {
  const other = captured.findIndex((byte, at) => stored[at] !== byte)
  return other === -1 ? 0 : captured.length - other
}
