import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition } from 'react'
import type { Root } from 'react-dom/client'
import { preventPageRestore } from '#web/identity/page-cache.ts'
import { Frame } from './frame.tsx'
import { createQueryClient } from './query-client.ts'
import { createAppRouter } from './router.tsx'

/** Milliseconds that the first page waits for its data. After them it shows placeholders. */
const longestWait = 1000

/** Shows the app for signed-in users. */
export async function startApp(root: Root): Promise<void> {
  const queryClient = createQueryClient(() => {
    preventPageRestore()
    void router.invalidate()
  })
  const router = createAppRouter(queryClient)
  await Promise.race([
    router.load().then(() => requestedData(queryClient)),
    new Promise((resolve) => setTimeout(resolve, longestWait)),
  ])
  // A transition renders in short tasks, so that a phone responds meanwhile.
  startTransition(() =>
    root.render(
      <Frame>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Frame>,
    ),
  )
}

/** Resolves when no request of the loaders is pending. */
function requestedData(queryClient: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (queryClient.isFetching() > 0) return
      stop()
      resolve()
    }
    const stop = queryClient.getQueryCache().subscribe(check)
    check()
  })
}
