import type { QueryClient } from '@tanstack/react-query'

/** The context of all routes and their loaders. */
export type RouterContext = { queryClient: QueryClient }
