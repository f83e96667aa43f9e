/**
 * Prevents the back/forward cache from showing this page after the user has signed out or switched: the page is hidden
 * when it is left, and reloaded when it is restored.
 */
export function preventPageRestore(): void {
  window.addEventListener('pagehide', () => {
    document.documentElement.hidden = true
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload()
  })
}
