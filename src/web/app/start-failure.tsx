import { readError } from '#web/api/errors.ts'
import classes from '#web/ui/screens.module.css'

/** The error screen of an app that could not be loaded: of plain parts, for nothing more may come. */
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
