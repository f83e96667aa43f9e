import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { accountQuery } from '#web/identity/account.ts'
import { AuthFailure, AuthSpinner } from '#web/ui/layout/auth-screens.tsx'
import { isSignUpUnfinished, signInAddress } from '#web/identity/sign-in-address.ts'
import { AdminFrame } from '#web/features/admin/admin-frame.tsx'
import { NotAdmin } from '#web/features/admin/not-admin.tsx'
import { useShortcuts } from '#web/ui/browser/use-key-down.ts'
import { ToastHost } from '#web/ui/feedback/toast-host.tsx'
import { focusSearch } from '#web/ui/form/search-field.tsx'

export const Route = createFileRoute('/admin')({
  beforeLoad: async ({ context, location }) => {
    const account = await context.queryClient.ensureQueryData(accountQuery)
    if (!account || isSignUpUnfinished(account)) {
      throw redirect({ href: signInAddress(location.href), reloadDocument: true })
    }
    return { account }
  },
  pendingComponent: AuthSpinner,
  errorComponent: AuthFailure,
  component: AdminLayout,
})

function AdminLayout() {
  const { account } = Route.useRouteContext()
  useShortcuts([
    ['/', focusSearch],
    // On German keyboards, `/` needs Shift.
    ['shift+/', focusSearch],
  ])
  // The server also checks every call.
  if (account.role !== 'admin' || account.viewing) return <NotAdmin account={account} />
  return (
    <AdminFrame email={account.email}>
      <Outlet />
      <ToastHost />
    </AdminFrame>
  )
}
