import type { Account } from '#shared/contract/accounts.ts'
import { LazyPopup } from '#web/ui/dialog/lazy-popup.tsx'
import { ProfileButton } from './profile-button.tsx'

export type ProfileMenuProps = {
  account: Account
  /** Null for users who cannot view as others, and while viewing. */
  onViewAs: (() => void) | null
  onSignOut: () => void
}

/** The profile menu, which loads when it is first opened. */
export function ProfileMenu(props: ProfileMenuProps) {
  return (
    <LazyPopup
      load={() => import('./profile-menu-popup.tsx')}
      popup={props}
      renderButton={(onOpen) => <ProfileButton account={props.account} onClick={onOpen} />}
    />
  )
}
