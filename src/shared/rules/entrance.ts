/** Whether an address of the web app is the way in, a small app of its own (docs/decisions/0006). */
export function isEntrance(pathname: string): boolean {
  return /^\/(login|reset-password|invitation)\/?$/.test(pathname)
}

/** Whether an address is for anybody, so that nobody is asked who they are. */
export function isPublic(pathname: string): boolean {
  return isEntrance(pathname) || /^\/changelog\/?$/.test(pathname)
}
