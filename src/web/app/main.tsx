import './fonts.css'
import './mantine.css'
import './global.css'
import { createRoot } from 'react-dom/client'
import { isAuthAppPath } from '#shared/rules/auth-app-paths.ts'
import { captureError, watchErrors } from '#web/api/error-reports.ts'
import { keepFocus } from './keep-focus.ts'
import { watchLoadFailures } from './load-failures.ts'
import { registerServiceWorker, removeServiceWorker } from './service-worker.ts'
import { StartFailure } from './start-failure.tsx'

watchErrors()
watchLoadFailures()
keepFocus()
const element = document.getElementById('root')
if (!element) throw new Error('The page has no #root element.')
const root = createRoot(element, {
  // Errors that React catches are shown to the user, but reach no global listener.
  onCaughtError(error) {
    // oxlint-disable-next-line eslint/no-console -- React’s default without a handler
    console.error(error)
    captureError(error)
  },
})

void start()
registerServiceWorker()

/**
 * Sign-in is a separate small app that renders before router, cache and contract load. Entering and leaving it loads a
 * new document, so that no data remains in memory after the sign-out.
 */
async function start(): Promise<void> {
  try {
    if (isAuthAppPath(window.location.pathname)) {
      const { startAuthApp } = await import('./auth-app.tsx')
      await startAuthApp(root)
    } else {
      const { startApp } = await import('./app.tsx')
      await startApp(root)
    }
  } catch (error) {
    captureError(error)
    void removeServiceWorker()
    root.render(<StartFailure error={error} />)
  }
}
