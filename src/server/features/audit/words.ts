/**
 * Every action that is audited, in plain words for those whose records it is about. The order is the one in which they are
 * offered as a filter.
 */
const words: Readonly<Record<string, string>> = {
  // Clients
  'client.listed': 'Looked at the list of clients',
  'client.read': 'Opened the client’s page',
  'client.created': 'Added the client',
  'client.changed': 'Changed the client’s details',
  'client.archived': 'Archived the client',
  'client.restored': 'Restored the client',
  'client.transferred': 'Transferred the client to another therapist',
  'client.trail_read': 'Looked at who opened the client’s record',
  // Sessions
  'session.listed': 'Looked at the list of sessions',
  'session.read': 'Opened a session',
  'session.scheduled': 'Scheduled a session',
  'session.rescheduled': 'Rescheduled a session',
  'session.cancelled': 'Cancelled a session',
  'session.restored': 'Took the cancelling of a session back',
  'session.exported': 'Exported sessions to a calendar',
  'session.created': 'Added a session',
  'session.begun': 'Began a scheduled session',
  // Recordings
  'upload.started': 'Started to upload a recording',
  'upload.cancelled': 'Cancelled the upload of a recording',
  'recording.received': 'Uploaded a recording',
  'recording.started': 'Started to record a session',
  'recording.resumed': 'Went on with a recording',
  'recording.discarded': 'Discarded a recording',
  'recording.stored': 'The recording was stored',
  'recording.unreadable': 'The recording could not be read',
  'recording.processed_again': 'Had a recording processed again',
  'recording.listed': 'Looked for unfinished recordings',
  'recording.played': 'Played a recording',
  // Transcripts
  'transcript.transcribed': 'The recording was transcribed',
  'transcript.imported': 'Handed in a transcript',
  'transcript.read': 'Read a transcript',
  'transcript.relabelled': 'Changed who speaks in a transcript',
  // Notes
  'note.listed': 'Looked at the list of notes',
  'note.read': 'Read a note',
  'note.versions_listed': 'Looked at the versions of a note',
  'note.version_read': 'Read an earlier version of a note',
  'note.draft_requested': 'Asked for a note to be drafted',
  'note.draft_failed': 'A note could not be drafted',
  'note.drafted': 'A note was drafted',
  'note.edited': 'Edited a note',
  'note.type_chosen': 'Chose the type of a note',
  'note.type_changed': 'Changed the type of a note',
  'note.enhanced': 'Enhanced a note',
  'note.restored': 'Restored an earlier version of a note',
  // Insights and progress
  'insights.requested': 'Asked for an analysis of a session',
  'insights.found': 'A session was analyzed',
  'insights.failed': 'A session could not be analyzed',
  'insights.read': 'Read the insights of a session',
  'suggestions.made': 'Asked for suggestions during a session',
  'progress.read': 'Looked at progress',
  'progress.exported': 'Exported progress',
  // Organization
  'organization.entered': 'Went to this organization',
  'organization.renamed': 'Renamed the organization',
  'member.role_changed': 'Changed a member’s role',
  'member.removed': 'Removed a member',
  'member.supervisor_assigned': 'Assigned a supervisor',
  'invitation.made': 'Invited somebody',
  'invitation.sent': 'Sent an invitation',
  'invitation.not_sent': 'An invitation could not be sent',
  'invitation.cancelled': 'Cancelled an invitation',
  'invitation.accepted': 'Accepted an invitation',
  'resource.added': 'Added a resource',
  'resource.changed': 'Changed a resource',
  'resource.deleted': 'Deleted a resource',
  'resource.restored': 'Restored a resource',
  'viewing.listed': 'Looked at whom they may view as',
  'viewing.started': 'Began to view as another person',
  'viewing.stopped': 'Stopped viewing as another person',
  'viewing.ended': 'Viewing as another person ended',
  'trail.read': 'Read the audit trail',
  'trail.exported': 'Exported the audit trail',
  // Accounts
  'account.created': 'Created the account',
  'account.changed': 'Changed their account',
  'account.signed_in': 'Signed in',
  'account.signed_out': 'Signed out',
  'account.password_changed': 'Changed their password',
  'account.password_accepted': 'Gave the right password',
  'account.password_refused': 'Gave a wrong password',
  'account.two_factor_set_up': 'Set up two-factor sign-in',
  'account.two_factor_switched_off': 'Switched two-factor sign-in off',
  'account.second_factor_used': 'Gave the second factor',
  'account.second_factor_failed': 'Gave a wrong second factor',
  'account.recovery_codes_renewed': 'Made new recovery codes',
  'account.passkey_added': 'Added a passkey',
  'account.passkey_removed': 'Removed a passkey',
  // The operator, on the command line
  'account.second_factor_reset': 'Removed the account’s second factor',
  'account.platform_role_granted': 'Let the account administer the platform',
  'account.platform_role_revoked': 'Took the platform role from the account',
  // Attend's own staff
  'admin.access_justified': 'Gave a reason for opening a record in the admin panel',
  'admin.client_read': 'Opened the client’s administrative details in the admin panel',
  'admin.client_changed': 'Changed the client’s administrative details in the admin panel',
  'admin.session_read': 'Opened a session’s administrative details in the admin panel',
  'admin.user_read': 'Opened an account in the admin panel',
  'admin.user_changed': 'Changed an account in the admin panel',
  'admin.organization_read': 'Opened the organization in the admin panel',
  'admin.organization_changed': 'Changed the organization in the admin panel',
  'admin.role_changed': 'Changed a member’s role in the admin panel',
  'admin.member_removed': 'Removed a member in the admin panel',
  'admin.member_invited': 'Invited somebody in the admin panel',
  'admin.supervisor_assigned': 'Assigned a supervisor in the admin panel',
}

/** Lists of all organizations, which stand in the trail of none. */
const wordsOfLists: Readonly<Record<string, string>> = {
  'admin.users_listed': 'Looked at the list of accounts in the admin panel',
  'admin.organizations_listed': 'Looked at the list of organizations in the admin panel',
  'admin.clients_listed': 'Looked at the list of clients in the admin panel',
  'admin.sessions_listed': 'Looked at the list of sessions in the admin panel',
}

/** What somebody did. An action that has no words yet is shown as its code. */
export function wordsOf(action: string): string {
  return words[action] ?? wordsOfLists[action] ?? action
}

/** Actions that can stand in an organization's trail. */
export const actions = Object.entries(words).map(([action, what]) => ({ action, what }))
