/** Leads to the provider's own page, and never comes back: whatever waits for it goes on waiting until the page has gone. */
export function openProviderPage(url: string): Promise<never> {
  // Whoever goes back in the browser is given the page as it was left: waiting.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())
  window.location.assign(url)
  return new Promise(() => {})
}
