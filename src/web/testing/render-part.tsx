import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Frame } from '#web/app/frame.tsx'
import { createQueryClient } from '#web/app/query-client.ts'

/** A query cache with the defaults of the app. */
export const newCache = () => createQueryClient(() => undefined)

/** Renders a part of a page that needs no route. */
export function renderPart(part: ReactNode, cache = newCache()): void {
  render(
    <Frame>
      <QueryClientProvider client={cache}>{part}</QueryClientProvider>
    </Frame>,
  )
}
