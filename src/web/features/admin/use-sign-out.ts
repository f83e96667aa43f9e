import { useQueryClient } from '@tanstack/react-query'
import { signOut } from '#web/api/auth.ts'
import { readError } from '#web/api/errors.ts'
import { forgetPage } from '#web/api/forget-page.ts'
import { showFailure } from '#web/ui/toast.ts'

/** Signs out and goes to the sign-in page. */
export function useSignOut(): () => void {
  const cache = useQueryClient()
  const leave = async () => {
    try {
      await signOut()
    } catch (error) {
      showFailure(readError(error, 'You could not be signed out. Try again.').sentence)
      return
    }
    cache.clear()
    forgetPage()
    window.location.assign('/login')
  }
  return () => void leave()
}
