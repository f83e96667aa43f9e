/** Delay of the registration, so that the page's own requests come first. */
const delayMs = 5000

/** Registers the service worker, which stores the files of the pages. Browsers offer none over plain http. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  if (import.meta.env.DEV) {
    void removeServiceWorker()
    return
  }
  setTimeout(() => {
    navigator.serviceWorker.register('/service-worker.js').catch(() => {
      // Without the service worker, files are loaded over the network.
    })
  }, delayMs)
}

/** Removes the service worker and its stored files when the app does not start. */
export async function removeServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
}
