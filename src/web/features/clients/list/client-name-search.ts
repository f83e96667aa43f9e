import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

// Kept in the query cache, which is cleared at sign-out: names of clients do not belong in the URL.
const key = ['clients page', 'searched name']

/** The last search text of the client list. */
export function savedNameSearch(cache: QueryClient): string {
  return cache.getQueryData<string>(key) ?? ''
}

/** Presets the search of the client list for its next opening. */
export function saveNameSearch(cache: QueryClient, name: string): void {
  cache.setQueryData(key, name)
}

/** The same as React state. */
export function useNameSearch(): [name: string, search: (name: string) => void] {
  const cache = useQueryClient()
  const [name, setName] = useState(savedNameSearch(cache))
  const search = (wanted: string) => {
    saveNameSearch(cache, wanted)
    setName(wanted)
  }
  return [name, search]
}
