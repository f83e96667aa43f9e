import { isAuthAppPath } from '#shared/rules/auth-app-paths.ts'

const pagesPattern =
  /^\/(?:(?:clients|notes|session|video-visit|upload-session|psychotherapy-notes)\/[^/]+|clients|calendar|session-notes(?:\/co-sign)?|psychotherapy-notes|snippets|progress|resources|settings|profile|billing|help|audit|changelog|admin(?:\/(?:users|organizations|clients|sessions|status|access-reasons|refused-access|models))?|second-factor|write-note)?\/?$/

/** True for paths of pages; the server responds 404 to all others. `pages.test.ts` checks that no route of the app is missing. */
export function isPage(pathname: string): boolean {
  return isAuthAppPath(pathname) || pagesPattern.test(pathname)
}
