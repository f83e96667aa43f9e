import { Loader, Text, UnstyledButton } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { Initials } from './initials.tsx'
import classes from './user-select.module.css'

/** The list of people in a dialog of which one is chosen: its items hold a `PersonToChoose`. */
export function UserSelect(props: ComponentProps<'ul'>) {
  return <ul className={classes.list} {...props} />
}

type Props = {
  person: { firstName: string; lastName: string }
  /** What is said of them under their name. */
  about: ReactNode
  isUnderway?: boolean
  onChoose: () => void
}

/** Somebody who can be chosen. */
export function UserOption({ person: { firstName, lastName }, about, isUnderway = false, onChoose }: Props) {
  return (
    <UnstyledButton className={classes.person} aria-busy={isUnderway || undefined} onClick={onChoose}>
      <Initials firstName={firstName} lastName={lastName} />
      <span>
        <Text span display="block" fw={600} fz="sm">
          {firstName} {lastName}
          {isUnderway && <Loader size={14} ml={8} aria-label="Please wait" />}
        </Text>
        <Text span display="block" c="dimmed" fz="xs" className="num">
          {about}
        </Text>
      </span>
    </UnstyledButton>
  )
}
