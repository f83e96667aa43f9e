import './fonts.css'
import './mantine.css'
import './global.css'
import { createRoot } from 'react-dom/client'
import { isEntrance } from '#shared/rules/entrance.ts'
import { captureError, watchErrors } from '#web/api/error-reports.ts'
import { StartFailure } from './start-failure.tsx'

watchErrors()
const element = document.getElementById('root')
if (!element) throw new Error('The page has no #root element.')
const root = createRoot(element, {
  // What a boundary catches is shown to the person, and reaches no listener.
  onCaughtError(error) {
    // oxlint-disable-next-line eslint/no-console -- what React does when nobody listens
    console.error(error)
    captureError(error)
  },
})

void start()

/**
 * Sign-in is a small app of its own: it is on the screen before the router, the cache and the contract are loaded, and leaving
 * or entering through it reloads the document, so that nothing of one person's data outlives their session.
 */
async function start(): Promise<void> {
  try {
    if (isEntrance(window.location.pathname)) {
      const { startAuthApp } = await import('./auth-app.tsx')
      await startAuthApp(root)
    } else {
      const { App } = await import('./app.tsx')
      root.render(<App />)
    }
  } catch (error) {
    captureError(error)
    root.render(<StartFailure error={error} />)
  }
}
