import { Text, Title } from '@mantine/core'
import { IconBuilding, IconVideo } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'
import type { ListedNote } from '#shared/contract/notes.ts'
import { startsWithAny } from '#shared/rules/search-words.ts'
import { shownDate, shownTime } from '#web/ui/format/dates.ts'
import { Hint, HintLine, StrongLine } from '#web/ui/layout/text.ts'
import { shownTherapist } from '#shared/rules/therapist-name.ts'
import { NoteStateBadge } from './note-state-badge.tsx'
import classes from './note-list.module.css'

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })

/** The heading of a day. Both dates are yyyy-MM-dd. */
export function NoteDay({ date, today, isFirst }: { date: string; today: string; isFirst: boolean }) {
  return (
    <Title order={2} className={classes.day} data-first={isFirst || undefined}>
      <span className="num">{shownDate(date)}</span>
      <Hint span ff="text">
        {date === today ? 'Today' : weekday.format(new Date(`${date}T12:00:00Z`))}
      </Hint>
    </Title>
  )
}

type Props = {
  note: ListedNote
  words: readonly string[]
  labelId: string
} & Pick<AnchorHTMLAttributes<HTMLAnchorElement>, 'onFocus' | 'onBlur' | 'onKeyDown'>

/** One note: client, time, setting, an excerpt and its state. Links to the note. */
export function NoteRow({ note, words, labelId, ...handlers }: Props) {
  const isTelehealth = note.settingType === 'telehealth'
  const Icon = isTelehealth ? IconVideo : IconBuilding
  return (
    <Link to="/notes/$sessionId" params={{ sessionId: note.sessionId }} className={classes.row} {...handlers}>
      <span className={classes.who}>
        <StrongLine id={labelId}>
          {note.client.firstName} {note.client.lastName}
        </StrongLine>
        <Hint span className={classes.details}>
          <span className="num">
            {shownTime(note.startTime)} – {shownTime(note.endTime)}
          </span>
          <span>{note.type}</span>
          <span className={classes.setting}>
            <Icon size={15} stroke={1.7} aria-hidden />
            {isTelehealth ? 'Telehealth' : 'In person'}
          </span>
        </Hint>
        {note.therapistName !== null && <HintLine>Therapist: {shownTherapist(note.therapistName)}</HintLine>}
      </span>
      <span className={classes.line}>
        {note.line !== '' && (
          <Text span className="serif" lineClamp={2}>
            <Line text={note.line} words={words} />
          </Text>
        )}
      </span>
      <span className={classes.state}>
        <Hint span>{note.noteType}</Hint>
        <NoteStateBadge note={note} />
      </span>
    </Link>
  )
}

/** An excerpt of a note with the search terms marked. */
function Line({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text
  // After the split, words are at odd indexes.
  return text.split(/([\p{L}\p{M}\p{N}'’ʼ]+)/u).map((part, at) =>
    at % 2 === 1 && startsWithAny(part, words) ? (
      // oxlint-disable-next-line react/no-array-index-key -- a part has no identity other than its position
      <mark key={at} className={classes.found}>
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
