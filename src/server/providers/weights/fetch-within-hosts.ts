import { DownloadError } from './download-error.ts'

const maxRedirects = 5

/** Hosts to which a host of the lists redirects. */
const redirectDomains: Readonly<Record<string, readonly string[]>> = {
  'huggingface.co': ['.huggingface.co', '.hf.co'],
  'github.com': ['.githubusercontent.com'],
}

/**
 * Fetches a URL and follows up to five redirects, on the same host or on the known storage hosts of a listed one.
 * @throws DownloadError for a redirect to another host, and for too many
 */
export async function fetchWithinHosts(url: string, init: RequestInit): Promise<Response> {
  const first = new URL(url)
  let address = first
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await fetch(address.href, { ...init, redirect: 'manual' })
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (location === null) return response
    await response.body?.cancel()
    const next = URL.parse(location, address.href)
    if (next === null || !isAllowed(next, first))
      throw new DownloadError('rejected', `${first.host} redirects to another host`)
    address = next
  }
  throw new DownloadError('rejected', `${first.host} redirects without an end`)
}

function isAllowed(next: URL, first: URL): boolean {
  if (next.origin === first.origin) return true
  const domains = redirectDomains[first.hostname] ?? []
  return next.protocol === 'https:' && next.port === '' && domains.some((domain) => next.hostname.endsWith(domain))
}
