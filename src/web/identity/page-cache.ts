/**
 * For a page whose person has signed out, or sees another person's data from now on: the browser may keep it as it stood, to be
 * shown again by its back button. It is hidden when it is left, and loaded anew when it comes back.
 */
export function preventPageRestore(): void {
  window.addEventListener('pagehide', () => {
    document.documentElement.hidden = true
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload()
  })
}
