/** True for the paths of the auth app (decision 0006). */
export function isAuthAppPath(pathname: string): boolean {
  return /^\/(login|reset-password|invitation)\/?$/.test(pathname)
}

/** True for public paths, which do not ask who the caller is. */
export function isPublic(pathname: string): boolean {
  return isAuthAppPath(pathname) || /^\/changelog\/?$/.test(pathname)
}
