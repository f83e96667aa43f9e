import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition } from 'react'
import type { Root } from 'react-dom/client'
import { waitAtMost } from '#web/ui/browser/wait-at-most.ts'
import { watchInstallOffer } from '#web/features/install/install-offer.ts'
import { preventPageRestore } from '#web/identity/page-cache.ts'
import { Frame } from './frame.tsx'
import { createQueryClient } from './query-client.ts'
import { createAppRouter } from './router.tsx'

/** Maximum time that the first page waits for its data before it shows placeholders. */
const maxWaitMs = 1000

/** Shows the app for signed-in users. */
export async function startApp(root: Root): Promise<void> {
  const queryClient = createQueryClient(() => {
    preventPageRestore()
    void router.invalidate()
  })
  watchInstallOffer()
  const router = createAppRouter(queryClient)
  const loaded = router.load().then(() => requestedData(queryClient))
  await waitAtMost(maxWaitMs, loaded)
  // A transition renders in short tasks, so that a phone responds in between.
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

/** Resolves when all requests of the loaders are finished. */
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
