import { Alert, Button } from '@mantine/core'
import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import { captureError } from '#web/api/error-reports.ts'
import { readError } from '#web/api/errors.ts'
import classes from './lazy-dialog.module.css'

type DialogProps = { opened: boolean; onClose: () => void }

/** A dialog that loads lazily. If its file fails to load, it shows an error beside the page, so that a recording or typed input is not lost. */
export function lazyDialog<Props extends DialogProps>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    load().catch((error: unknown) => {
      captureError(error)
      return { default: (props: Props) => <NotLoaded {...props} error={error} /> }
    }),
  )
}

/** An error beside the page: a part of it failed to load. */
export function NotLoaded({ opened, onClose, error }: DialogProps & { error: unknown }) {
  if (!opened) return null
  return (
    <Alert
      className={classes.notLoaded}
      role="alert"
      color="ember"
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={onClose}
    >
      {readError(error).sentence}
      <Button mt="sm" size="xs" onClick={() => window.location.reload()}>
        Reload Page
      </Button>
    </Alert>
  )
}
