import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect, useLocation } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { Account } from '#shared/contract/accounts.ts'
import { accountQuery } from '#web/identity/account.ts'
import { AuthFailure, AuthSpinner } from '#web/ui/layout/auth-screens.tsx'
import { isSignUpUnfinished, signInAddress } from '#web/identity/sign-in-address.ts'
import { ProfileMenu } from './profile-menu.tsx'
import { isRecordingPage } from './recording-page.ts'
import { Shell } from './shell.tsx'
import { NoticeBell } from '#web/features/notices/notice-bell.tsx'
import { ViewingBanner } from '#web/features/viewing/viewing-banner.tsx'
import type { PickerPurpose } from '#web/features/clients/list/client-picker.tsx'
import { UnfinishedBanner } from '#web/features/recorder/unfinished/unfinished-banner.tsx'
import { loadUnfinishedFirst } from '#web/features/recorder/unfinished/unfinished.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { confirmLeave } from '#web/identity/leave-guard.ts'
import { isDialogOpen, useDialog } from '#web/ui/dialog/use-dialog.ts'
import { focusSearch } from '#web/ui/form/search-field.tsx'
import { ToastHost } from '#web/ui/feedback/toast-host.tsx'
import { SignedOutNotice } from '#web/ui/feedback/signed-out-notice.tsx'
import { useShortcuts } from '#web/ui/browser/use-key-down.ts'
import { useSignOut } from '#web/ui/browser/use-sign-out.ts'

const CommandPalette = lazyDialog(() => import('./command-palette.tsx'))
const Shortcuts = lazyDialog(() => import('#web/features/help/shortcuts.tsx'))
const ClientPicker = lazyDialog(() => import('#web/features/clients/list/client-picker.tsx'))
const ViewAs = lazyDialog(() => import('#web/features/viewing/view-as.tsx'))

export const Route = createFileRoute('/_shell')({
  beforeLoad: async ({ context, location }) => {
    const account = await context.queryClient.ensureQueryData(accountQuery)
    if (!account || isSignUpUnfinished(account)) {
      throw redirect({ href: signInAddress(location.href), reloadDocument: true })
    }
    if (account.closedOrganization !== null) throw redirect({ to: '/second-factor' })
    return { account }
  },
  loader: async ({ context: { account, queryClient }, location: { pathname } }) => {
    if (account.viewing === null && !isRecordingPage(pathname)) await loadUnfinishedFirst(queryClient, account.id)
  },
  // The loader runs for the first page only; afterwards the banner refreshes itself.
  staleTime: Infinity,
  pendingComponent: AuthSpinner,
  errorComponent: AuthFailure,
  component: ShellLayout,
})

function ShellLayout() {
  const { account: known } = Route.useRouteContext()
  const { data, dataUpdatedAt } = useQuery(accountQuery)
  const account = data ?? known
  const isReadOnly = account.viewing !== null
  const isInSession = useLocation({ select: ({ pathname }) => isRecordingPage(pathname) })
  const palette = useDialog()
  const shortcuts = useDialog()
  const picker = useDialog()
  const viewAs = useDialog()
  const [purpose, setPurpose] = useState<PickerPurpose>('start')
  const pick = (wanted: PickerPurpose) => {
    setPurpose(wanted)
    picker.open()
  }
  // Dialogs of the shell do not open on top of another dialog.
  const openPalette = () => !isDialogOpen() && palette.open()
  const openShortcuts = () => !isDialogOpen() && shortcuts.open()
  useShortcuts([
    ['/', focusSearch],
    // On German keyboards, `/` needs Shift.
    ['shift+/', focusSearch],
    ['shift+?', openShortcuts],
  ])
  // This shortcut also works while typing.
  useShortcuts([['mod+K', openPalette]], { worksInFields: true })

  const signOut = useSignOut()
  const leave = async () => {
    if (await confirmLeave()) signOut()
  }

  return (
    <Shell
      onPalette={palette.open}
      canRecord={!isReadOnly}
      onStart={() => pick('start')}
      onUpload={() => pick('upload')}
      bell={isReadOnly ? null : <NoticeBell timeZone={account.timeZone} />}
      profile={
        <ProfileMenu
          account={account}
          onViewAs={mayView(account) && !isInSession ? viewAs.open : null}
          onSignOut={() => void leave()}
        />
      }
      banner={
        account.viewing ? (
          <ViewingBanner viewing={account.viewing} since={dataUpdatedAt} />
        ) : (
          !isInSession && (
            <>
              <SignedOutNotice />
              <UnfinishedBanner userId={account.id} />
            </>
          )
        )
      }
    >
      <Outlet />
      <ToastHost />
      <Suspense>
        {palette.isMounted && (
          <CommandPalette
            opened={palette.isOpen}
            userId={isReadOnly ? null : account.id}
            onClose={palette.close}
            onStart={() => pick('start')}
            onUpload={() => pick('upload')}
            onShortcuts={shortcuts.open}
          />
        )}
        {shortcuts.isMounted && <Shortcuts opened={shortcuts.isOpen} onClose={shortcuts.close} />}
        {viewAs.isMounted && <ViewAs opened={viewAs.isOpen} onClose={viewAs.close} />}
        {picker.isMounted && <ClientPicker opened={picker.isOpen} purpose={purpose} onClose={picker.close} />}
      </Suspense>
    </Shell>
  )
}

/** Returns whether the user may view as others (D6). The server checks the permission again. */
function mayView({ organization, role, viewing }: Account): boolean {
  return viewing === null && role !== 'admin' && organization !== null && organization.role !== 'therapist'
}
