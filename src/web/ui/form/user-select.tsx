import { Loader, UnstyledButton } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { HintLine, StrongLine } from '#web/ui/layout/text.ts'
import { Initials } from '../layout/initials.tsx'
import classes from './user-select.module.css'

/** A list of users to select from. Its items contain `UserOption`. */
export function UserSelect(props: ComponentProps<'ul'>) {
  return <ul className={classes.list} {...props} />
}

type Props = {
  person: { firstName: string; lastName: string }
  /** Text below the name. */
  about: ReactNode
  isUnderway?: boolean
  onChoose: () => void
}

/** A user in the list. */
export function UserOption({ person: { firstName, lastName }, about, isUnderway = false, onChoose }: Props) {
  return (
    <UnstyledButton className={classes.person} aria-busy={isUnderway || undefined} onClick={onChoose}>
      <Initials firstName={firstName} lastName={lastName} />
      <span>
        <StrongLine size="sm">
          {firstName} {lastName}
          {isUnderway && <Loader size={14} ml="2xs" aria-label="Please wait" />}
        </StrongLine>
        <HintLine size="xs" className="num">
          {about}
        </HintLine>
      </span>
    </UnstyledButton>
  )
}
