import { readError } from '#web/api/errors.ts'

const mark = 'Not loaded: '

/** Before a stylesheet that failed is requested again; twice as long each time. */
const firstPauseMs = 2000

/** Prepares the page for files of the app that fail to load. Called before any loads. */
export function watchLoadFailures(): void {
  // For the browser's own message, the router would reload the document: into an error page if the server is away, and
  // during a recording. Our error screen reloads by its own rule.
  window.addEventListener('vite:preloadError', ({ payload }) => {
    const isMarked = payload.message.startsWith(mark)
    if (!isMarked && readError(payload).code === 'not_loaded') payload.message = mark + payload.message
  })
  // Vite's loader requests a stylesheet once. When its script is requested again, the part would have no style.
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
