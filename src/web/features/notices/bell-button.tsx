import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './notices.module.css'

type Props = ActionIconProps & Omit<ComponentProps<'button'>, keyof ActionIconProps> & { unread: number }

/** The bell with the number of unread notices. */
export function BellButton({ unread, ...props }: Props) {
  return (
    <ActionIcon
      aria-haspopup="dialog"
      aria-expanded={false}
      {...props}
      className={classes.bell}
      variant="subtle"
      color="gray"
      size={36}
      aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
    >
      <IconBell size={18} aria-hidden />
      {unread > 0 && (
        <span className={classes.count} aria-hidden>
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </ActionIcon>
  )
}
