import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** How long the access lasts after the server has accepted the reason, by the browser's clock. */
const accessMs = 15 * 60_000

type Access = { endsAt: number | null; isOpen: boolean }

/**
 * Whether the user may still see the record. The access outlasts the dialog. Only the end of the access is stored, in
 * memory.
 */
export function useAccess(kind: 'client' | 'session', id: string) {
  const cache = useQueryClient()
  const key = ['admin access', kind, id]
  const [{ endsAt, isOpen }, setAccess] = useState(() => knownAccess(cache, key))
  useEffect(() => {
    if (endsAt === null || !isOpen) return undefined
    // A timer for the remaining time would stop while the computer sleeps.
    const closeIfOver = () => {
      if (Date.now() >= endsAt) setAccess({ endsAt, isOpen: false })
    }
    const timer = setInterval(closeIfOver, 1000)
    document.addEventListener('visibilitychange', closeIfOver)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', closeIfOver)
    }
  }, [endsAt, isOpen])
  return {
    endsAt,
    isOpen,
    /** Called when the server has accepted a reason. */
    begin: () => setAccess(newAccess(cache, key)),
    /** Called when the server asks for a new reason. */
    end: () => {
      cache.removeQueries({ queryKey: key })
      setAccess({ endsAt, isOpen: false })
    },
  }
}

function knownAccess(cache: QueryClient, key: readonly string[]): Access {
  const endsAt = cache.getQueryData<number>(key) ?? null
  return { endsAt, isOpen: endsAt !== null && endsAt > Date.now() }
}

function newAccess(cache: QueryClient, key: readonly string[]): Access {
  const endsAt = Date.now() + accessMs
  // Otherwise the cache removes it after five minutes without a reader.
  cache.setQueryDefaults(key, { gcTime: accessMs })
  cache.setQueryData(key, endsAt)
  return { endsAt, isOpen: true }
}
