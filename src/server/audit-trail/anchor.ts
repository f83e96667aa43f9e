import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import * as z from 'zod'
import type { Head } from './verify.ts'

const Anchor = z.object({
  verifiedAt: z.iso.datetime(),
  heads: z.array(z.object({ chain: z.uuid(), seq: z.int(), hash: z.string() })),
  signature: z.string(),
})

/**
 * The heads of all chains at the last verification, kept outside the database and signed: a chain that is written anew,
 * from its first event to its head, no longer fits.
 */
export interface KeptAnchor {
  verifiedAt: string
  heads: Head[]
}

/**
 * Undefined when nothing was verified yet.
 * @throws Error when the file is not as we wrote it
 */
export async function readAnchor(file: string, key: Buffer): Promise<KeptAnchor | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const { signature, ...anchor } = parse(text, file)
  const expected = Buffer.from(sign(anchor, key))
  const given = Buffer.from(signature)
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw new Error(altered(file))
  return anchor
}

export async function writeAnchor(file: string, key: Buffer, anchor: KeptAnchor): Promise<void> {
  const partial = `${file}.${process.pid}`
  await writeFile(partial, JSON.stringify({ ...anchor, signature: sign(anchor, key) }), { mode: 0o600 })
  await rename(partial, file)
}

function parse(text: string, file: string): z.infer<typeof Anchor> {
  try {
    return Anchor.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(altered(file), { cause })
  }
}

function altered(file: string): string {
  return `The file ${file} was altered, so the trail cannot be compared with its last verification.`
}

function sign({ verifiedAt, heads }: KeptAnchor, key: Buffer): string {
  const hmac = createHmac('sha256', key).update(verifiedAt)
  for (const { chain, seq, hash } of heads) hmac.update(`\n${chain} ${seq} ${hash}`)
  return hmac.digest('base64url')
}
