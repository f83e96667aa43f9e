import type { Db } from '#server/db/tenant.ts'
import { findIsDemo } from './store.ts'

/** True for the demo practice that all visitors share. */
export function isDemoPractice(db: Db, organizationId: string): Promise<boolean> {
  return findIsDemo(db, organizationId)
}
