import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { Config } from '#server/config.ts'
import { deriveFormerKeys, deriveKey, type Secrets } from '#server/secrets.ts'
import type { Head } from './head.ts'

const Anchor = z.object({
  verifiedAt: z.iso.datetime(),
  heads: z.array(z.object({ chain: z.uuid(), seq: z.int(), hash: z.string() })),
  signature: z.string(),
})

/**
 * The heads of all chains at the last verification, signed and stored outside the database. They reveal a chain that
 * was rewritten from its first event.
 */
export interface StoredAnchor {
  verifiedAt: string
  heads: Head[]
}

export function anchorFile({ AUDIT_ANCHOR, DATA_DIR }: Pick<Config, 'AUDIT_ANCHOR' | 'DATA_DIR'>): string {
  return AUDIT_ANCHOR ?? join(DATA_DIR, 'audit-anchor.json')
}

/** Keys that sign the anchor: the current one first, then those of former secrets. */
export function anchorKeys(secrets: Secrets): [Buffer, ...Buffer[]] {
  const purpose = 'audit anchor'
  return [deriveKey(secrets, purpose), ...deriveFormerKeys(secrets, purpose)]
}

/** The anchor file was changed after it was written. */
export class TamperedAnchor extends Error {}

/**
 * Reads the anchor; undefined before the first verification.
 * @throws TamperedAnchor
 */
export async function readAnchor(file: string, key: Buffer): Promise<StoredAnchor | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const { signature, ...anchor } = parse(text, file)
  const expected = Buffer.from(sign(anchor, key))
  const given = Buffer.from(signature)
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw tampered(file)
  return anchor
}

/**
 * Reads an anchor that was signed with one of these keys. Tries the keys in order.
 * @throws TamperedAnchor
 */
export async function readAnchorUnder(file: string, keys: readonly Buffer[]): Promise<StoredAnchor | undefined> {
  const [key, ...others] = keys
  if (!key) throw tampered(file)
  try {
    return await readAnchor(file, key)
  } catch (error) {
    if (!(error instanceof TamperedAnchor) || others.length === 0) throw error
    return readAnchorUnder(file, others)
  }
}

export async function writeAnchor(file: string, key: Buffer, anchor: StoredAnchor): Promise<void> {
  const partial = `${file}.${process.pid}`
  const handle = await open(partial, 'w', 0o600)
  try {
    await handle.writeFile(JSON.stringify({ ...anchor, signature: sign(anchor, key) }))
    // After a power failure, a renamed file without its content would count as tampering.
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(partial, file)
}

/**
 * Signs the anchor with the first key, also if the trail is not intact: its faults must not end in a changed signature
 * when the former keys are gone. A changed anchor remains as it is.
 */
export async function resignAnchor(file: string, keys: readonly [Buffer, ...Buffer[]]): Promise<void> {
  const anchor = await readAnchorUnder(file, keys).catch((error: unknown) => {
    if (error instanceof TamperedAnchor) return undefined
    throw error
  })
  if (anchor) await writeAnchor(file, keys[0], anchor)
}

function parse(text: string, file: string): z.infer<typeof Anchor> {
  try {
    return Anchor.parse(JSON.parse(text))
  } catch (cause) {
    throw tampered(file, cause)
  }
}

function tampered(file: string, cause?: unknown): TamperedAnchor {
  const message = `The file ${file} was changed, so the trail cannot be compared with its last verification.`
  return new TamperedAnchor(message, { cause })
}

/** SHA-256 of all chain heads, in hex. */
export function digestOf(heads: readonly Head[]): string {
  return createHash('sha256').update(linesOf(heads)).digest('hex')
}

function sign({ verifiedAt, heads }: StoredAnchor, key: Buffer): string {
  return createHmac('sha256', key)
    .update(verifiedAt + linesOf(heads))
    .digest('base64url')
}

function linesOf(heads: readonly Head[]): string {
  return heads.map(({ chain, seq, hash }) => `\n${chain} ${seq} ${hash}`).join('')
}
