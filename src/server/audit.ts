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
    | 'psychotherapy_note'
    | 'amendment'
    | 'hold'
    | 'snippet'
    | 'engine'
  resourceId?: string
  /** The client whose record was read or changed, for the client's access history. */
  clientId?: string
  /** The organization whose trail shows the event; by default the one that the caller acts in, unless it is closed to this sign-in. */
  organizationId?: string | null
  /** Numbers and codes only, never clinical text. */
  details?: Record<string, string | number | boolean | null>
}

/**
 * Adds an event to the audit trail in the caller's transaction, so that no access happens without its event. The event is written
 * just before the commit, because it locks the user's chain. The database fills in chain, actor, time, address and, for events
 * about a client, the client's organization.
 */
export function audit(context: Context, event: AuditEvent): void {
  auditAll(context, [event])
}

/** Adds several events with one statement, in order. */
export function auditAll({ beforeCommit, actor }: Context, events: readonly AuditEvent[]): void {
  if (events.length === 0) return
  const current = actor.lacksSecondFactor ? null : actor.organizationId
  const rows = events.map((event) => ({
    organization_id: event.organizationId === undefined ? current : event.organizationId,
    action: event.action,
    resource_type: event.resourceType,
    resource_id: event.resourceId ?? null,
    client_id: event.clientId ?? null,
    details: JSON.stringify(event.details ?? {}),
  }))
  beforeCommit((db) => db.insertInto('audit_events').values(rows).execute())
}
