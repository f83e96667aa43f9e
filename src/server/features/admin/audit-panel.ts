import { audit, type AuditEvent } from '#server/audit.ts'
import type { Context } from '#server/context.ts'

/**
 * Adds an event to the admin's audit chain in the same transaction. Only events with `organizationId` appear in the
 * trail of an organization.
 */
export function auditPanel(context: Context, event: AuditEvent): void {
  audit(context, { organizationId: null, ...event })
}
