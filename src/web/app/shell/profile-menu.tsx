import { Avatar, Menu, UnstyledButton } from '@mantine/core'
import {
  IconChevronDown,
  IconCreditCard,
  IconEye,
  IconHelp,
  IconLogout,
  IconSettings,
  IconShieldLock,
  IconUser,
} from '@tabler/icons-react'
import type { Account } from '#shared/contract/accounts.ts'
import { initialsOf } from '#shared/rules/initials.ts'
import { MenuItemLink } from '#web/ui/layout/links.tsx'
import { roleNames } from '#web/ui/format/role-names.ts'
import classes from './shell.module.css'

type Props = {
  account: Account
  /** Null for users who cannot view as others, and while viewing. */
  onViewAs: (() => void) | null
  onSignOut: () => void
}

/** The profile menu: five specified entries, Admin Panel for platform admins, and View as for those allowed. */
export function ProfileMenu({ account, onViewAs, onSignOut }: Props) {
  const initials = initialsOf(account).join('')
  const role = account.organization ? `, ${roleNames[account.organization.role]}` : ''
  return (
    <Menu position="bottom-end" width={230} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={classes.profile} aria-label={`${initials}, profile menu`}>
          <Avatar size={32} radius="md" color="spruce" aria-hidden>
            {initials}
          </Avatar>
          <IconChevronDown className={classes.chevron} size={15} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{`${account.firstName} ${account.lastName}${role}`}</Menu.Label>
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
