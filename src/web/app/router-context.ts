import type { QueryClient } from '@tanstack/react-query'

/** What every route may use while loading. */
export type RouterContext = { queryClient: QueryClient }
