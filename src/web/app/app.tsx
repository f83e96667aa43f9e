import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { forgetPage } from '#web/api/forget-page.ts'
import { Frame } from './frame.tsx'
import { createQueryClient } from './query-client.ts'
import { createAppRouter } from './router.tsx'

const queryClient = createQueryClient(() => {
  forgetPage()
  void router.invalidate()
})
const router = createAppRouter(queryClient)

/** Everything behind the sign-in. */
export function App() {
  return (
    <Frame>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Frame>
  )
}
