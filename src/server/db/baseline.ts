const functions = (...names: string[]) => names.map((name) => `functions/${name}.sql`)
const schema = (...names: string[]) => names.map((name) => `schema/${name}.sql`)

/** The files that make a new database, in the order in which they run. */
export const baselineFiles: readonly string[] = [
  ...schema('app'),
  // Called by columns, indexes, triggers and policies of the tables.
  ...functions('ids', 'scope', 'words', 'audit-chain', 'clients', 'sessions', 'recordings', 'transcripts', 'notes'),
  ...functions('note-index', 'signature-chain'),
  ...schema(
    'accounts',
    'sign-in',
    'organizations',
    'invitations',
    'audit',
    'viewing',
    'clients',
    'sessions',
    'uploads',
  ),
  ...schema('recordings', 'transcripts', 'own-voices', 'notes', 'signatures', 'review'),
  // Called by policies of the tables of comments and psychotherapy notes.
  ...functions('cosign', 'holds'),
  ...schema(
    'cosign',
    'note-search',
    'insights',
    'copies',
    'templates',
    'notices',
    'feedback',
    'resources',
    'psychotherapy-notes',
    'snippets',
    'deletion-receipts',
    'amendments',
    'releases',
  ),
  ...schema('billing', 'test-payments', 'demo', 'models', 'admin', 'backups', 'processes'),
  // Functions that take or return rows of the tables, and the other functions on the same nouns.
  ...functions('sign-in', 'email-proof', 'organizations', 'members', 'invitations', 'audit-trail', 'viewing'),
  ...functions(
    'signatures',
    'amendments',
    'releases',
    'corrections',
    'note-search',
    'notices',
    'billing',
    'demo',
    'admin',
    'admin-users',
    'admin-organizations',
  ),
  ...functions('admin-members', 'admin-clients', 'admin-sessions', 'engines', 'review', 'monitoring'),
]

/** The files that may run again and again, in the order in which they run. */
export const functionFiles: readonly string[] = baselineFiles.filter((file) => file.startsWith('functions/'))
