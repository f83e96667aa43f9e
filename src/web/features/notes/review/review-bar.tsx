import { ActionIcon, Title } from '@mantine/core'
import { IconChevronLeft, IconX } from '@tabler/icons-react'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { NotePage } from '#shared/contract/notes.ts'
import { shownDate, shownTime } from '#web/ui/format/dates.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { resolveText } from './review-texts.ts'
import classes from './review.module.css'

type Props = { page: NotePage; openCount: number; sign: ReactNode; onClose: () => void }

/** The sticky bar above a review, which keeps the client's name in view. */
export function ReviewBar({ page: { client, session, note }, openCount, sign, onClose }: Props) {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const Icon = isPhone ? IconX : IconChevronLeft
  const date = shownDate(session.date)
  const facts = isPhone
    ? [`${date}, ${shownTime(session.startTime)}`, note.noteType]
    : [
        `${date}, ${shownTime(session.startTime)} – ${shownTime(session.endTime)}`,
        session.settingType === 'telehealth' ? 'Telehealth' : 'In person',
        note.noteType,
        `Draft, version ${note.version}`,
      ]
  return (
    <header className={classes.bar}>
      <ActionIcon variant="subtle" color="gray" size={44} aria-label="Close the review" onClick={onClose}>
        <Icon size={20} aria-hidden />
      </ActionIcon>
      <div className={classes.who}>
        <Title order={1} className={classes.client}>
          {client.firstName} {client.lastName}
        </Title>
        <Hint className="num" truncate>
          {facts.join(' · ')}
        </Hint>
      </div>
      <div className={classes.sign}>
        {openCount > 0 && !isPhone && <Hint id="resolve-before-signing">{resolveText(openCount)}</Hint>}
        {sign}
      </div>
    </header>
  )
}
