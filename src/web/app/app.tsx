import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { preventPageRestore } from '#web/identity/page-cache.ts'
import { Frame } from './frame.tsx'
import { createQueryClient } from './query-client.ts'
import { createAppRouter } from './router.tsx'

/** Everything behind the sign-in. */
export function App() {
  const [{ queryClient, router }] = useState(createParts)
  return (
    <Frame>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Frame>
  )
}

/** Not before it is drawn: the sign-in page loads this file ahead, and a router writes into the browser's history. */
function createParts() {
  const queryClient = createQueryClient(() => {
    preventPageRestore()
    void router.invalidate()
  })
  const router = createAppRouter(queryClient)
  return { queryClient, router }
}
