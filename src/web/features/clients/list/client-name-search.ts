import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

// The search is stored in the query cache, which is cleared at sign-out. Names of clients must not be in the URL.
const key = ['clients page', 'searched name']

/** Returns the last search text of the client list. */
export function savedNameSearch(cache: QueryClient): string {
  return cache.getQueryData<string>(key) ?? ''
}

/** Sets the search text with which the client list opens next. */
export function saveNameSearch(cache: QueryClient, name: string): void {
  cache.setQueryData(key, name)
}

/** The search text as React state. */
export function useNameSearch(): [name: string, search: (name: string) => void] {
  const cache = useQueryClient()
  const [name, setName] = useState(savedNameSearch(cache))
  const search = (wanted: string) => {
    saveNameSearch(cache, wanted)
    setName(wanted)
  }
  return [name, search]
}
