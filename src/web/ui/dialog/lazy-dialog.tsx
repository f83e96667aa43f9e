import { Button, Group } from '@mantine/core'
import type { ComponentType } from 'react'
import { readErrorToRetry } from '#web/api/errors.ts'
import { lazyFile, type Load } from '../feedback/lazy-file.tsx'
import { BesidePage } from '../feedback/beside-page.tsx'
import { ReloadButton } from '../feedback/reload-button.tsx'

type DialogProps = { opened: boolean; onClose: () => void }

/**
 * A dialog that loads lazily, within a `Suspense`. If its file fails to load, an error is shown over the page, so that
 * a recording or typed text is not lost. The next opening loads it again.
 */
export function lazyDialog<Props extends DialogProps>(load: Load<Props>): ComponentType<Props> {
  const { isRequested, File } = lazyFile(load)
  return function LazyDialog(props: Props) {
    if (!props.opened && !isRequested()) return null
    return (
      <File>
        {(file) => {
          if (file.Component) return <file.Component {...props} />
          return props.opened && <NotLoaded error={file.error} onRetry={file.onRetry} onClose={props.onClose} />
        }}
      </File>
    )
  }
}

type NotLoadedProps = { error: unknown; onRetry: () => void; onClose: () => void }

/** An error over the page that says that a part of the page failed to load. */
export function NotLoaded({ error, onRetry, onClose }: NotLoadedProps) {
  return (
    <BesidePage role="alert" color="ember" onClose={onClose}>
      {readErrorToRetry(error).sentence}
      <Group mt="sm" gap="xs">
        <Button size="xs" onClick={onRetry}>
          Try Again
        </Button>
        <ReloadButton />
      </Group>
    </BesidePage>
  )
}
