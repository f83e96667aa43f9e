/** After the page's own requests. */
const delayMs = 5000

/** Lets the service worker store the files of the pages. Browsers have none over plain http. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  if (import.meta.env.DEV) {
    void removeServiceWorker()
    return
  }
  setTimeout(() => {
    navigator.serviceWorker.register('/service-worker.js').catch(() => {
      // Without it, files come over the network.
    })
  }, delayMs)
}

/** Removes the service worker and its files, for an app that does not start. */
export async function removeServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
}
