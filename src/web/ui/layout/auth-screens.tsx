import { Alert, Loader, Title } from '@mantine/core'
import { readError } from '#web/api/errors.ts'
import { ErrorScreen } from './error-screen.tsx'
import classes from './screens.module.css'

/** Shown while the sign-in is being checked. */
export function AuthSpinner() {
  return (
    <output className={classes.spinner} aria-label="Checking your sign-in">
      <Loader />
    </output>
  )
}

/** Shown if the check of the sign-in failed. Dismissing it reloads the page (spec core §2). */
export function AuthFailure({ error }: { error: unknown }) {
  if (readError(error).code === 'not_loaded') return <ErrorScreen error={error} />
  return (
    <main className={classes.screen}>
      <title>Attend</title>
      <Title order={1} mb="md">
        Your sign-in could not be checked
      </Title>
      <Alert
        role="alert"
        color="ember"
        withCloseButton
        closeButtonLabel="Dismiss and reload the page"
        onClose={() => window.location.reload()}
      >
        {readError(error, 'Failed to load account').sentence}
      </Alert>
    </main>
  )
}
