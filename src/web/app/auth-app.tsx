import type { Root } from 'react-dom/client'
import { fetchAccount, fetchSetup } from '#web/api/auth.ts'
import { reportErrors } from '#web/api/error-reports.ts'
import { readError } from '#web/api/errors.ts'
import { AuthFailure, AuthSpinner } from '#web/ui/layout/auth-screens.tsx'
import { Frame } from './frame.tsx'
import { isSignUpUnfinished, safeDestination } from '#web/identity/sign-in-address.ts'

/** The auth app: `/login`, `/reset-password` and `/invitation`. Loads neither the router nor the other pages. */
export async function startAuthApp(root: Root): Promise<void> {
  const search = new URLSearchParams(window.location.search)
  // The secret of a link is in the fragment, which is not sent to servers.
  const fragment = window.location.hash.slice(1) || null
  // If another link is pasted into the same tab, only the fragment changes.
  window.addEventListener('hashchange', () => window.location.reload())
  if (window.location.pathname.startsWith('/reset-password')) {
    const { ResetPasswordPage } = await import('#web/pages/reset-password.tsx')
    root.render(
      <Frame>
        <ResetPasswordPage token={fragment} />
      </Frame>,
    )
    return
  }
  root.render(
    <Frame>
      <AuthSpinner />
    </Frame>,
  )
  const wanted = safeDestination(search.get('redirect'))
  // After signing in for an invitation, the user returns to the invitation.
  const destination = wanted === '/invitation' ? wanted + window.location.hash : wanted
  // Older links contain the secret in the query.
  const oldSecret = search.get('invitation')
  try {
    if (window.location.pathname.startsWith('/invitation')) {
      const [{ InvitationPage }, account] = await Promise.all([import('#web/pages/invitation.tsx'), fetchAccount()])
      root.render(
        <Frame>
          <InvitationPage secret={fragment ?? oldSecret} account={account} />
        </Frame>,
      )
      return
    }
    if (oldSecret && (await isInvitationOpen(oldSecret))) return window.location.replace(`/invitation#${oldSecret}`)
    const [{ LoginPage }, account, setup] = await Promise.all([
      import('#web/pages/login.tsx'),
      fetchAccount(),
      fetchSetup(),
    ])
    void reportErrors(setup.errorReportsDsn)
    if (account && !isSignUpUnfinished(account)) return window.location.replace(destination)
    root.render(
      <Frame>
        <LoginPage
          setup={setup}
          resumed={account?.id ?? null}
          startsWithSignUp={search.get('mode') === 'signup'}
          destination={destination}
        />
      </Frame>,
    )
  } catch (error) {
    root.render(
      <Frame>
        <AuthFailure error={error} />
      </Frame>,
    )
  }
}

/** Returns whether the invitation can be loaded. If not, normal sign-in continues (spec core §8). */
async function isInvitationOpen(secret: string): Promise<boolean> {
  const { fetchInvitation } = await import('#web/api/invitation.ts')
  try {
    await fetchInvitation(secret)
    return true
  } catch (error) {
    // oxlint-disable-next-line eslint/no-console -- specified: only logged
    console.warn(readError(error, 'Failed to load invitation').sentence)
    return false
  }
}
