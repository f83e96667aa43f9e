/** Keeps this page out of the back/forward cache after the user signs out or switches: hides it on leaving and reloads it when restored. */
export function preventPageRestore(): void {
  window.addEventListener('pagehide', () => {
    document.documentElement.hidden = true
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload()
  })
}
