import { readError } from '#web/api/errors.ts'
import classes from '#web/ui/layout/screens.module.css'

/** The error screen if the app failed to load. Plain HTML, because other files may be missing, too. */
export function StartFailure({ error }: { error: unknown }) {
  return (
    <main className={classes.screen} role="alert">
      <title>Attend</title>
      <h1>Something went wrong</h1>
      <p>{readError(error).sentence}</p>
      <button type="button" onClick={() => window.location.reload()}>
        Reload Page
      </button>
    </main>
  )
}
