/**
 * Opens a page of the provider. The promise never settles, so the caller stays pending until the browser leaves the
 * page.
 */
export function openProviderPage(url: string): Promise<never> {
  // With the back button, the browser would restore the page in its pending state.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())
  window.location.assign(url)
  return new Promise(() => {})
}
