import { Avatar } from '@mantine/core'
import { initialsOf } from '#shared/rules/initials.ts'

type Props = { firstName: string; lastName: string; size?: number }

/** The initials of a person. They are decorative, because the name is beside them. */
export function Initials({ firstName, lastName, size = 34 }: Props) {
  return (
    <Avatar size={size} radius="md" color="spruce" aria-hidden>
      {initialsOf({ firstName, lastName }).join('')}
    </Avatar>
  )
}
