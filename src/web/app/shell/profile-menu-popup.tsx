import { Menu } from '@mantine/core'
import {
  IconCreditCard,
  IconEye,
  IconHelp,
  IconLogout,
  IconSettings,
  IconShieldLock,
  IconUser,
} from '@tabler/icons-react'
import type { Account } from '#shared/contract/accounts.ts'
import { useFirstOpening } from '#web/ui/dialog/lazy-popup.tsx'
import { MenuItemLink } from '#web/ui/layout/menu-item-link.tsx'
import { roleNames } from '#web/ui/format/role-names.ts'
import { ProfileButton } from './profile-button.tsx'

export type ProfileMenuProps = {
  account: Account
  /** Null for users who cannot view as others, and while viewing. */
  onViewAs: (() => void) | null
  onSignOut: () => void
}

/** The profile menu: five specified entries, Admin Panel for platform admins, and View as for those allowed. */
export default function ProfileMenuPopup({ account, onViewAs, onSignOut }: ProfileMenuProps) {
  const { target, isOpen, setOpen } = useFirstOpening()
  const role = account.organization ? `, ${roleNames[account.organization.role]}` : ''
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" width={230} withinPortal={false}>
      <Menu.Target>
        <ProfileButton ref={target} account={account} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {account.viewing
            ? `Signed in as ${account.viewing.viewerName}, viewing as ${account.viewing.name}${role}`
            : `${account.firstName} ${account.lastName}${role}`}
        </Menu.Label>
        <MenuItemLink to="/profile" leftSection={<IconUser size={16} aria-hidden />}>
          My Profile
        </MenuItemLink>
        <MenuItemLink
          to="/settings"
          search={{ tab: 'organization' }}
          leftSection={<IconSettings size={16} aria-hidden />}
        >
          Organization Settings
        </MenuItemLink>
        <MenuItemLink to="/billing" leftSection={<IconCreditCard size={16} aria-hidden />}>
          Plans & Billing
        </MenuItemLink>
        <MenuItemLink to="/help" leftSection={<IconHelp size={16} aria-hidden />}>
          Help Center
        </MenuItemLink>
        {account.role === 'admin' && (
          <MenuItemLink to="/admin" leftSection={<IconShieldLock size={16} aria-hidden />}>
            Admin Panel
          </MenuItemLink>
        )}
        {onViewAs && (
          <Menu.Item leftSection={<IconEye size={16} aria-hidden />} onClick={onViewAs}>
            View as…
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={onSignOut}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
