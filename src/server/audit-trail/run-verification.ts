import type { Config } from '#server/config.ts'
import { withClient } from '#server/postgres/connection.ts'
import {
  anchorFile,
  anchorKeys,
  TamperedAnchor,
  digestOf,
  type StoredAnchor,
  readAnchorUnder,
  writeAnchor,
} from './anchor.ts'
import { describeVerification } from './report.ts'
import { describeSignatures, verifySignatures } from './verify-signatures.ts'
import { verifyTrail } from './verify.ts'

export interface VerificationRun {
  /** True if the trail, its anchor and the signatures are whole. */
  isWhole: boolean
  isTrailWhole: boolean
  areSignaturesWhole: boolean
  /** The findings as text. They contain only ids and numbers. */
  lines: string[]
  /** Digest of all chain heads, in hex. A copy in another system later proves the state of the trail. */
  head: string
}

/**
 * Verifies the audit trail against the anchor of the last verification and, if it is intact, updates the anchor. Also
 * verifies the signatures of notes.
 * @param ownerUrl connects as app_owner
 */
export async function runVerification(config: Config, ownerUrl: string, now: Date): Promise<VerificationRun> {
  const file = anchorFile(config)
  const keys = anchorKeys(config)
  const anchor = await readAnchorUnder(file, keys).catch((error: unknown) => {
    if (error instanceof TamperedAnchor) return error
    throw error
  })
  const isTampered = anchor instanceof TamperedAnchor
  const stored: StoredAnchor | undefined = isTampered ? undefined : anchor
  return withClient(ownerUrl, async (client) => {
    const result = await verifyTrail(client, stored?.heads ?? [])
    const signed = await verifySignatures(client)
    const isTrailWhole = result.faults.length === 0 && !isTampered
    if (isTrailWhole) await writeAnchor(file, keys[0], { verifiedAt: now.toISOString(), heads: result.heads })
    const lines = [
      ...(isTampered ? [anchor.message] : []),
      ...describeVerification(result, stored?.verifiedAt),
      ...describeSignatures(signed),
    ]
    const areSignaturesWhole = signed.faults.length === 0
    const isWhole = isTrailWhole && areSignaturesWhole
    return { isWhole, isTrailWhole, areSignaturesWhole, lines, head: digestOf(result.heads) }
  })
}
