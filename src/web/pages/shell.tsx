import { useHotkeys } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { accountQuery, isUnfinished } from '#web/api/account.ts'
import { signOut } from '#web/api/auth.ts'
import { readError } from '#web/api/errors.ts'
import { AuthFailure, AuthSpinner } from '#web/app/auth-screens.tsx'
import { ProfileMenu } from '#web/app/shell/profile-menu.tsx'
import { Shell } from '#web/app/shell/shell.tsx'
import type { PickerPurpose } from '#web/features/clients/client-picker.tsx'
import { useDialog } from '#web/ui/dialog.tsx'
import { focusSearch } from '#web/ui/search-field.tsx'
import { showFailure } from '#web/ui/toast.ts'

const ClientPicker = lazy(() => import('#web/features/clients/client-picker.tsx'))
const Toasts = lazy(() => import('#web/ui/toasts.tsx'))

export const Route = createFileRoute('/_shell')({
  beforeLoad: async ({ context, location }) => {
    const account = await context.queryClient.ensureQueryData(accountQuery)
    if (!account || isUnfinished(account)) {
      throw redirect({ to: '/login', search: location.href === '/' ? {} : { redirect: location.href }, replace: true })
    }
    return { account }
  },
  pendingComponent: AuthSpinner,
  errorComponent: AuthFailure,
  component: ShellLayout,
})

function ShellLayout() {
  const { account: known } = Route.useRouteContext()
  const account = useQuery(accountQuery).data ?? known
  const client = useQueryClient()
  const navigate = useNavigate()
  const picker = useDialog()
  const [purpose, setPurpose] = useState<PickerPurpose>('start')
  const pick = (wanted: PickerPurpose) => {
    setPurpose(wanted)
    picker.open()
  }
  useHotkeys([
    ['mod+K', () => pick('start')],
    ['/', focusSearch],
  ])

  const leave = async () => {
    try {
      await signOut()
    } catch (error) {
      showFailure(readError(error, 'You could not be signed out. Try again.').sentence)
      return
    }
    client.setQueryData(accountQuery.queryKey, null)
    await navigate({ to: '/login', search: {} })
    client.clear()
  }

  return (
    <Shell
      onStart={() => pick('start')}
      onUpload={() => pick('upload')}
      profile={<ProfileMenu account={account} onSignOut={() => void leave()} />}
    >
      <Outlet />
      <Suspense>
        <Toasts />
        {picker.isMounted && <ClientPicker opened={picker.isOpen} purpose={purpose} onClose={picker.close} />}
      </Suspense>
    </Shell>
  )
}
