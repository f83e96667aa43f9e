import { LazyPopup } from '#web/ui/dialog/lazy-popup.tsx'
import { ProfileButton } from './profile-button.tsx'
import type { ProfileMenuProps } from './profile-menu-popup.tsx'

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
