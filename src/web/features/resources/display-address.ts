/** Formats a URL for display: site and path only. */
export function displayAddress(url: string): string {
  const { host, pathname } = new URL(url)
  const path = pathname.replace(/\/$/, '')
  try {
    return host + decodeURI(path)
  } catch {
    return host + path
  }
}
