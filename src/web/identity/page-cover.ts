let cover: { element: HTMLElement; onVisibility: () => void } | null = null

/**
 * Hides the content of the page while another user is signed in, and says how to continue. `askAgain` is called when
 * the user returns to the page.
 */
export function coverPage(askAgain: () => void): void {
  if (cover) return
  const element = document.createElement('p')
  element.setAttribute('role', 'alert')
  element.textContent =
    'Another user has signed in in this browser. To continue on this page, sign in again as yourself in another tab. Otherwise reload the page.'
  element.style.cssText =
    'max-width: 32rem; margin: 20vh auto; padding: 0 1.5rem; font: 1rem/1.5 var(--mantine-font-family, sans-serif); color: var(--mantine-color-text)'
  const onVisibility = () => {
    if (document.visibilityState === 'visible') askAgain()
  }
  cover = { element, onVisibility }
  document.body.hidden = true
  document.documentElement.append(element)
  document.addEventListener('visibilitychange', onVisibility)
}

/** Shows the content again, after the same user has signed in again. */
export function uncoverPage(): void {
  if (!cover) return
  document.removeEventListener('visibilitychange', cover.onVisibility)
  cover.element.remove()
  document.body.hidden = false
  cover = null
}

/** True while another user is signed in. */
export function isPageCovered(): boolean {
  return cover !== null
}
