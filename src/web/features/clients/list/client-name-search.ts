import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

// Kept in memory and wiped with the rest: the names of clients do not belong in the address.
const key = ['clients page', 'searched name']

/** The name that was last searched for in the list of clients. */
export function savedNameSearch(cache: QueryClient): string {
  return cache.getQueryData<string>(key) ?? ''
}

/** Lets the list of clients be searched for a name when it is next opened. */
export function saveNameSearch(cache: QueryClient, name: string): void {
  cache.setQueryData(key, name)
}

/** The same as state of the page. */
export function useNameSearch(): [name: string, search: (name: string) => void] {
  const cache = useQueryClient()
  const [name, setName] = useState(savedNameSearch(cache))
  const search = (wanted: string) => {
    saveNameSearch(cache, wanted)
    setName(wanted)
  }
  return [name, search]
}
