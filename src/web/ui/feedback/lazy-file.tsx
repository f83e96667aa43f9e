import { type ComponentType, lazy, type LazyExoticComponent, type ReactNode, useEffect, useState } from 'react'
import { captureError } from '#web/api/error-reports.ts'

export type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

type Loaded<Props> = { Component: ComponentType<Props> } | { Component: null; error: unknown; onRetry: () => void }
type Render<Props> = { children: (file: Loaded<Props>) => ReactNode }
type Attempt<Props> = LazyExoticComponent<ComponentType<Render<Props> & { onRetry: () => void }>>

type LazyFile<Props> = {
  /** Whether the file has been requested. */
  isRequested: () => boolean
  /** The component of the file. Suspends while it loads. */
  File: ComponentType<Render<Props>>
}

/**
 * The lazily loaded file of a component. With React's `lazy` alone, a file that fails to load replaces the page by an
 * error until the document is reloaded. This file is requested again on retry, or after the component that shows the
 * error is unmounted.
 */
export function lazyFile<Props>(load: Load<Props>): LazyFile<Props> {
  let current: Attempt<Props> | null = null
  let hasFailed = false

  function request(): Attempt<Props> {
    hasFailed = false
    const evict = () => {
      if (current === attempt) current = null
    }
    const attempt: Attempt<Props> = lazy(() =>
      load().then(
        ({ default: Component }) => ({ default: ({ children }) => children({ Component }) }),
        (error: unknown) => {
          captureError(error)
          hasFailed = true
          return {
            default: function Failed({ children, onRetry }) {
              useEffect(() => evict, [])
              const retry = () => {
                evict()
                onRetry()
              }
              return children({ Component: null, error, onRetry: retry })
            },
          }
        },
      ),
    )
    return attempt
  }

  function File({ children }: Render<Props>) {
    const [, setCount] = useState(0)
    const Current = (current ??= request())
    return <Current onRetry={() => setCount((count) => count + 1)}>{children}</Current>
  }
  return { isRequested: () => current !== null && !hasFailed, File }
}
