import { index, layout, rootRoute, route } from '@tanstack/virtual-file-routes'

/**
 * Every URL and the page that serves it. `shell-route.tsx`, `admin.tsx` and `second-factor.tsx` require a signed-in account; `/changelog` is
 * public. `auth-app.tsx` serves `/login`, `/reset-password` and `/invitation`.
 */
export const routes = rootRoute('app/root.tsx', [
  layout('shell', 'app/shell/shell-route.tsx', [
    index('pages/dashboard.tsx'),
    route('/clients', 'pages/clients.tsx'),
    route('/clients/$clientId', 'pages/client.tsx'),
    route('/calendar', 'pages/calendar.tsx'),
    route('/session-notes', 'pages/session-notes.tsx'),
    route('/session-notes/co-sign', 'pages/cosign.tsx'),
    route('/notes/$sessionId', 'pages/note.tsx'),
    route('/psychotherapy-notes', 'pages/psychotherapy-notes.tsx'),
    route('/psychotherapy-notes/$clientId', 'pages/client-psychotherapy-notes.tsx'),
    route('/progress', 'pages/progress.tsx'),
    route('/resources', 'pages/resources.tsx'),
    route('/snippets', 'pages/snippets.tsx'),
    route('/settings', 'pages/settings.tsx'),
    route('/profile', 'pages/profile.tsx'),
    route('/billing', 'pages/billing.tsx'),
    route('/help', 'pages/help.tsx'),
    route('/audit', 'pages/audit.tsx'),
    route('/session/$clientId', 'pages/session.tsx'),
    route('/video-visit/$clientId', 'pages/video-visit.tsx'),
    route('/upload-session/$clientId', 'pages/upload-session.tsx'),
    route('/write-note', 'pages/write-note.tsx'),
  ]),
  route('/changelog', 'pages/changelog.tsx'),
  route('/second-factor', 'pages/second-factor.tsx'),
  route('/admin', 'pages/admin.tsx', [
    index('pages/admin-index.tsx'),
    route('/users', 'pages/admin-users.tsx'),
    route('/organizations', 'pages/admin-organizations.tsx'),
    route('/clients', 'pages/admin-clients.tsx'),
    route('/sessions', 'pages/admin-sessions.tsx'),
    route('/access-reasons', 'pages/admin-access-reasons.tsx'),
    route('/refused-access', 'pages/admin-refused-access.tsx'),
    route('/status', 'pages/admin-status.tsx'),
    route('/models', 'pages/admin-models.tsx'),
  ]),
])
