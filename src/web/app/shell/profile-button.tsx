import { Avatar, UnstyledButton, type UnstyledButtonProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import type { Account } from '#shared/contract/accounts.ts'
import { initialsOf } from '#shared/rules/initials.ts'
import classes from './shell.module.css'

type Props = UnstyledButtonProps & Omit<ComponentProps<'button'>, keyof UnstyledButtonProps> & { account: Account }

/** The button that opens the profile menu. */
export function ProfileButton({ account, ...props }: Props) {
  const initials = initialsOf(account).join('')
  return (
    <UnstyledButton
      aria-haspopup="menu"
      aria-expanded={false}
      {...props}
      className={classes.profile}
      aria-label={`${initials}, profile menu`}
    >
      <Avatar size={32} radius="md" color="spruce" aria-hidden>
        {initials}
      </Avatar>
      <IconChevronDown className={classes.chevron} size={15} aria-hidden />
    </UnstyledButton>
  )
}
