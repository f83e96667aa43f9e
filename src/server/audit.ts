import type { Context } from './context.ts'

export interface AuditEvent {
  /** Noun and verb: `client.read`, `note.saved`. */
  action: string
  resourceType:
    | 'account'
    | 'organization'
    | 'member'
    | 'invitation'
    | 'client'
    | 'session'
    | 'recording'
    | 'transcript'
    | 'note'
    | 'resource'
  resourceId?: string
  /** The client whose record this is, so that a client's history can be read. */
  clientId?: string
  /** Figures and codes only, never clinical text. */
  details?: Record<string, string | number | boolean | null>
}

/**
 * Writes to the audit trail in the caller's own transaction: no row, no access. Chain, actor, time and address are the
 * database's to fill in, as is the organization of an event about a client: the client's, in whichever the caller acts.
 * Send it beside the query it belongs to; both travel together.
 */
export async function audit(context: Context, event: AuditEvent): Promise<void> {
  await auditAll(context, [event])
}

/** Writes several events at once, in order. */
export async function auditAll({ db, actor }: Context, events: readonly AuditEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => ({
    organization_id: actor.organizationId,
    action: event.action,
    resource_type: event.resourceType,
    resource_id: event.resourceId ?? null,
    client_id: event.clientId ?? null,
    details: JSON.stringify(event.details ?? {}),
  }))
  await db.insertInto('audit_events').values(rows).execute()
}
