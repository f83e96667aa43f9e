/** Opens the provider's page. The promise never settles, so the caller stays pending until the page unloads. */
export function openProviderPage(url: string): Promise<never> {
  // The back button would restore the page in its pending state.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())
  window.location.assign(url)
  return new Promise(() => {})
}
