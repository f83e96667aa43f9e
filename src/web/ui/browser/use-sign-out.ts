import { useQueryClient } from '@tanstack/react-query'
import { signOut } from '#web/api/auth.ts'
import { readError } from '#web/api/errors.ts'
import { preventPageRestore } from '#web/identity/page-cache.ts'
import { holdRequests } from '#web/identity/identity-guard.ts'
import { showFailure } from '../feedback/toast.ts'

/** Returns a function that signs out and opens the sign-in page. */
export function useSignOut(): () => void {
  const cache = useQueryClient()
  const leave = async () => {
    // Requests that are sent during the sign-out would fail.
    const resume = holdRequests()
    await cache.cancelQueries()
    try {
      await signOut()
    } catch (error) {
      resume()
      void cache.invalidateQueries()
      showFailure(readError(error, 'You could not be signed out. Try again.').sentence)
      return
    }
    cache.clear()
    preventPageRestore()
    window.location.assign('/login')
  }
  return () => void leave()
}
