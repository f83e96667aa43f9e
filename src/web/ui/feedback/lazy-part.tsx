import { Card } from '@mantine/core'
import type { ComponentType } from 'react'
import { lazyFile, type Load } from './lazy-file.tsx'
import { LoadFailure } from './load-failure.tsx'

type NotLoadedProps = { error: unknown; onRetry: () => void }

/**
 * A part of a page that loads lazily, within a `Suspense`. If its file fails to load, `NotLoaded` is shown in its
 * place.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  NotLoaded: ComponentType<NotLoadedProps>,
): ComponentType<Props> {
  const { File } = lazyFile(load)
  return function LazyPart(props: Props) {
    return (
      <File>
        {(file) =>
          file.Component ? <file.Component {...props} /> : <NotLoaded error={file.error} onRetry={file.onRetry} />
        }
      </File>
    )
  }
}

/** `NotLoaded` of a part that the page can do without: shows nothing. */
export function Absent() {
  return null
}

/** `NotLoaded` of a part that the page needs: shows the error and a retry button. */
export function notLoaded(fallback: string): ComponentType<NotLoadedProps> {
  return function PartNotLoaded(props: NotLoadedProps) {
    return <LoadFailure {...props} fallback={fallback} />
  }
}

/** Like `notLoaded`, in place of a card. */
export function cardNotLoaded(fallback: string): ComponentType<NotLoadedProps> {
  const Failure = notLoaded(fallback)
  return function CardNotLoaded(props: NotLoadedProps) {
    return (
      <Card padding={0}>
        <Failure {...props} />
      </Card>
    )
  }
}
