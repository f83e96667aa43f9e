/** An address as people read it: site and path, without what only machines need. */
export function displayAddress(url: string): string {
  const { host, pathname } = new URL(url)
  const path = pathname.replace(/\/$/, '')
  try {
    return host + decodeURI(path)
  } catch {
    return host + path
  }
}
