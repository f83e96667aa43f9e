import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { darkModeStorage } from './color-scheme.ts'
import { createQueryClient } from './query-client.ts'
import { createAppRouter } from './router.tsx'
import { cssVariables, theme } from './theme.ts'

const colorScheme = darkModeStorage()
const queryClient = createQueryClient(() => void router.invalidate())
const router = createAppRouter(queryClient)

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
