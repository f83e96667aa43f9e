// Stores the files of the pages, so that the next visit needs only its document and data, and shows a page while the
// server cannot be reached. It never answers or stores requests of the API, audio or documents: no data of clients is in
// its cache. Documents come from the server, so a stored file never meets the document of another version.

// Written by the build (scripts/service-worker-files.ts).
const version = 'development'
const files = []

const cacheName = `shell-${version}`
const offlinePage = '/offline.html'

/** How long the former page of a tab may remain a client after a navigation, in milliseconds. */
const formerPageMs = 1000

/** Addresses that browsers open as documents, but that are not pages. */
const notPages = /^\/(?:api|media|outbox|metrics)(?:\/|$)/

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(files.map(currentRequest))))
})

/** Files outside of /assets have no hash in their names, and the browser may have stored a former one for an hour. */
function currentRequest(file) {
  return file.startsWith('/assets/') ? file : new Request(file, { cache: 'no-cache' })
}

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteFormerCaches(), self.registration.navigationPreload?.enable()]))
})

self.addEventListener('message', ({ data }) => {
  if (data === 'activate') void self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (mode === 'navigate' && !notPages.test(pathname)) event.respondWith(openPage(event))
  else if (files.includes(pathname)) event.respondWith(storedFile(event.request))
})

async function openPage(event) {
  event.waitUntil(startNewVersion(event))
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return (await caches.match(offlinePage)) ?? Response.error()
  }
}

async function storedFile(request) {
  const cache = await caches.open(cacheName)
  return (await cache.match(request.url)) ?? (await fetch(request))
}

/**
 * A new version starts with the first navigation that leaves no other page open, because it deletes the files of older
 * pages.
 */
async function startNewVersion({ resultingClientId }) {
  if (!self.registration.waiting) return
  // Waits until the opened page is one of the clients.
  if (!(await self.clients.get(resultingClientId))) return
  // After a reload, the former page may remain for a moment.
  await new Promise((resolve) => setTimeout(resolve, formerPageMs))
  const pages = await self.clients.matchAll({ type: 'window' })
  if (pages.length !== 1 || pages[0].id !== resultingClientId) return
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
  self.registration.waiting?.postMessage('activate')
}

async function deleteFormerCaches() {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith('shell-') && name !== cacheName).map((name) => caches.delete(name)),
  )
}
