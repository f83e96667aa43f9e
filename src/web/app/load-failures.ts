import { readError } from '#web/api/errors.ts'

const mark = 'Not loaded: '

/** Pause before a failed stylesheet is requested again. It doubles each time. */
const firstPauseMs = 2000

/** Handles app files that fail to load. Called before any file loads. */
export function watchLoadFailures(): void {
  // The router reloads the document if it recognizes the browser's message, even during a recording, or while the
  // server is unreachable. `mark` changes the message, so that only our error screen decides about a reload.
  window.addEventListener('vite:preloadError', ({ payload }) => {
    const isMarked = payload.message.startsWith(mark)
    if (!isMarked && readError(payload).code === 'not_loaded') payload.message = mark + payload.message
  })
  // Vite's loader requests a stylesheet only once. If only the script were requested again, the part would be unstyled.
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') requestAgain(target)
    },
    true,
  )
}

function requestAgain(link: HTMLLinkElement): void {
  const pauseMs = Number(link.dataset['pauseMs'] ?? firstPauseMs)
  setTimeout(() => {
    const next = document.createElement('link')
    next.rel = 'stylesheet'
    next.crossOrigin = link.crossOrigin
    next.href = link.href
    next.dataset['pauseMs'] = String(2 * pauseMs)
    link.replaceWith(next)
  }, pauseMs)
}
