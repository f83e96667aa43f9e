import { index, layout, rootRoute, route } from '@tanstack/virtual-file-routes'

/**
 * Every URL and the page that serves it. `shell.tsx`, `admin.tsx` and `second-factor.tsx` ask for the account, `/changelog` for nobody. `/login`,
 * `/reset-password` and `/invitation` are served by `entrance.tsx`.
 */
export const routes = rootRoute('root.tsx', [
  layout('shell', 'shell.tsx', [
    index('dashboard.tsx'),
    route('/clients', 'clients.tsx'),
    route('/clients/$clientId', 'client.tsx'),
    route('/calendar', 'calendar.tsx'),
    route('/session-notes', 'session-notes.tsx'),
    route('/notes/$sessionId', 'note.tsx'),
    route('/progress', 'progress.tsx'),
    route('/resources', 'resources.tsx'),
    route('/settings', 'settings.tsx'),
    route('/profile', 'profile.tsx'),
    route('/billing', 'billing.tsx'),
    route('/help', 'help.tsx'),
    route('/audit', 'audit.tsx'),
    route('/session/$clientId', 'session.tsx'),
    route('/upload-session/$clientId', 'upload-session.tsx'),
  ]),
  route('/changelog', 'changelog.tsx'),
  route('/second-factor', 'second-factor.tsx'),
  route('/admin', 'admin.tsx', [
    index('admin-index.tsx'),
    route('/users', 'admin-users.tsx'),
    route('/organizations', 'admin-organizations.tsx'),
    route('/clients', 'admin-clients.tsx'),
    route('/sessions', 'admin-sessions.tsx'),
    route('/access-reasons', 'admin-access-reasons.tsx'),
    route('/refused-access', 'admin-refused-access.tsx'),
    route('/models', 'admin-models.tsx'),
  ]),
])
