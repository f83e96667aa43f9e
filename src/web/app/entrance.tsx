import type { Root } from 'react-dom/client'
import { fetchAccount, fetchSetup } from '#web/api/auth.ts'
import { reportErrors } from '#web/api/error-reports.ts'
import { AuthFailure, AuthSpinner } from './auth-screens.tsx'
import { Frame } from './frame.tsx'
import { isUnfinished, safeDestination } from './guard.ts'

/** The way in: `/login` and `/reset-password`. Loads neither the router nor the pages behind it. */
export async function startEntrance(root: Root): Promise<void> {
  const search = new URLSearchParams(window.location.search)
  if (window.location.pathname.startsWith('/reset-password')) {
    const { ResetPasswordPage } = await import('#web/pages/reset-password.tsx')
    root.render(
      <Frame>
        <ResetPasswordPage token={search.has('error') ? null : search.get('token')} />
      </Frame>,
    )
    return
  }
  root.render(
    <Frame>
      <AuthSpinner />
    </Frame>,
  )
  const destination = safeDestination(search.get('redirect'))
  try {
    const [{ LoginPage }, account, setup] = await Promise.all([
      import('#web/pages/login.tsx'),
      fetchAccount(),
      fetchSetup(),
    ])
    void reportErrors(setup.errorReportsDsn)
    if (account && !isUnfinished(account)) return window.location.replace(destination)
    root.render(
      <Frame>
        <LoginPage
          setup={setup}
          isResuming={account !== null}
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
