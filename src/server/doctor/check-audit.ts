import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import { anchorFile, anchorKeys, readAnchorUnder } from '#server/audit-trail/anchor.ts'
import type { Config } from '#server/config.ts'
import { type Finding, fault, reasonOf, warning } from './finding.ts'

const overdueMs = 50 * 3_600_000

/** Checks that the nightly verification of the audit trail can save its result, and that the last verification is recent. */
export async function checkAudit(config: Config): Promise<Finding[]> {
  const file = anchorFile(config)
  try {
    await access(dirname(file), constants.W_OK)
    const anchor = await readAnchorUnder(file, anchorKeys(config))
    if (!anchor || Date.now() - Date.parse(anchor.verifiedAt) < overdueMs) return []
    return [
      warning(
        'audit',
        `The audit trail was last verified at ${anchor.verifiedAt}.`,
        'Run npm run audit:verify, and keep a worker running at night.',
      ),
    ]
  } catch (error) {
    return [
      fault(
        'audit',
        `The result of the verification of the audit trail cannot be saved or compared. ${reasonOf(error)}`,
        `Make ${file} readable and its folder writable, or correct AUDIT_ANCHOR. If the file was changed, find out by whom, then remove it.`,
      ),
    ]
  }
}
