import { adminAccess } from './admin-access.ts'
import { adminClients } from './admin-clients.ts'
import { adminOrganizations } from './admin-organizations.ts'
import { adminSessions } from './admin-sessions.ts'
import { adminStatus } from './admin-status.ts'
import { adminUsers } from './admin-users.ts'
import { endpoint } from './endpoint.ts'
import { Models } from './models.ts'

/**
 * The admin panel, for platform admins with a second factor only; everyone else gets 403. Its shapes contain nothing
 * clinical: no note, transcript, insight, recording, pronouns or treatment approach. Lists use POST, so no search text
 * appears in a URL.
 */
export const admin = {
  ...adminUsers,
  ...adminOrganizations,
  ...adminClients,
  ...adminSessions,
  ...adminAccess,
  ...adminStatus,
  models: endpoint({
    method: 'GET',
    path: '/admin/models',
    summary: 'The language model that drafts notes, and the last score of every model',
  }).output(Models),
}
