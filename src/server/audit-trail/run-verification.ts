import { join } from 'node:path'
import pg from 'pg'
import { type Config, deriveFormerKeys, deriveKey } from '#server/config.ts'
import { AlteredAnchor, digestOf, type KeptAnchor, readAnchorUnder, writeAnchor } from './anchor.ts'
import { describeVerification } from './report.ts'
import { verifyTrail } from './verify.ts'

export interface VerificationRun {
  isWhole: boolean
  /** What was found, for a person. Ids and figures only. */
  lines: string[]
  /** Digest of the ends of all chains, in hex: a copy in another system proves later what stood here. */
  head: string
}

/**
 * Verifies the audit trail against the anchor of the last verification and, if the trail is whole, moves the anchor.
 * @param ownerUrl the database as app_owner
 */
export async function runVerification(config: Config, ownerUrl: string, now: Date): Promise<VerificationRun> {
  const file = config.AUDIT_ANCHOR ?? join(config.DATA_DIR, 'audit-anchor.json')
  const key = deriveKey(config, 'audit anchor')
  const anchor = await readAnchorUnder(file, [key, ...deriveFormerKeys(config, 'audit anchor')]).catch(
    (error: unknown) => {
      if (error instanceof AlteredAnchor) return error
      throw error
    },
  )
  const isAltered = anchor instanceof AlteredAnchor
  const kept: KeptAnchor | undefined = isAltered ? undefined : anchor
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const result = await verifyTrail(client, kept?.heads ?? [])
    const isWhole = result.faults.length === 0 && !isAltered
    if (isWhole) await writeAnchor(file, key, { verifiedAt: now.toISOString(), heads: result.heads })
    const lines = [...(isAltered ? [anchor.message] : []), ...describeVerification(result, kept?.verifiedAt)]
    return { isWhole, lines, head: digestOf(result.heads) }
  } finally {
    await client.end()
  }
}
