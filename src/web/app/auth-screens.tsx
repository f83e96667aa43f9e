import { Alert, Center, Loader } from '@mantine/core'
import { readError } from '#web/api/errors.ts'
import classes from './screens.module.css'

/** Shown while it is not yet known who is signed in. */
export function AuthSpinner() {
  return (
    <Center h="100dvh" component="output" aria-label="Checking your sign-in">
      <Loader />
    </Center>
  )
}

/** Shown when that could not be found out; dismissing it reloads the page (specification, section 2). */
export function AuthFailure({ error }: { error: unknown }) {
  return (
    <div className={classes.screen}>
      <Alert
        role="alert"
        color="ember"
        title="Your sign-in could not be checked"
        withCloseButton
        closeButtonLabel="Dismiss and reload the page"
        onClose={() => window.location.reload()}
      >
        {readError(error, 'Failed to load account').sentence}
      </Alert>
    </div>
  )
}
