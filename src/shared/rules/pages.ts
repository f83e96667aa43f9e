import { isEntrance } from './entrance.ts'

const pages =
  /^\/(?:(?:clients|notes|session|upload-session)\/[^/]+|clients|calendar|session-notes|progress|resources|settings|profile|billing|help|audit|changelog|admin(?:\/(?:users|organizations|clients|sessions|access-reasons|refused-access))?|second-factor)?\/?$/

/** Whether an address is that of a page, so that the server answers 404 for every other one. `pages.test.ts` compares it with the app's routes. */
export function isPage(pathname: string): boolean {
  return isEntrance(pathname) || pages.test(pathname)
}
