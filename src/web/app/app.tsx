import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { preventPageRestore } from '#web/identity/page-cache.ts'
import { Frame } from './frame.tsx'
import { createQueryClient } from './query-client.ts'
import { createAppRouter } from './router.tsx'

/** The app for signed-in users. */
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

/** Created on first render: the sign-in page preloads this file, and a router changes the browser history. */
function createParts() {
  const queryClient = createQueryClient(() => {
    preventPageRestore()
    void router.invalidate()
  })
  const router = createAppRouter(queryClient)
  return { queryClient, router }
}
