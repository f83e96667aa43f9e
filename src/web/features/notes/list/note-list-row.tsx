import { Text, Title } from '@mantine/core'
import { IconBuilding, IconVideo } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'
import type { ListedNote } from '#shared/contract/notes.ts'
import { startsWithAny } from '#shared/rules/search-words.ts'
import { shownDate, shownTime } from '#web/ui/format/dates.ts'
import { NoteStateBadge } from './note-state-badge.tsx'
import classes from './note-list.module.css'

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })

/** The heading of a day. Dates are yyyy-MM-dd. */
export function NoteDay({ date, today, isFirst }: { date: string; today: string; isFirst: boolean }) {
  return (
    <Title order={2} className={classes.day} data-first={isFirst || undefined}>
      <span className="num">{shownDate(date)}</span>
      <Text span c="dimmed" fz="sm" ff="text">
        {date === today ? 'Today' : weekday.format(new Date(`${date}T12:00:00Z`))}
      </Text>
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
        <Text span fw={600} display="block" id={labelId}>
          {note.client.firstName} {note.client.lastName}
        </Text>
        <Text span fz="sm" c="dimmed" className={classes.details}>
          <span className="num">
            {shownTime(note.startTime)} – {shownTime(note.endTime)}
          </span>
          <span>{note.type}</span>
          <span className={classes.setting}>
            <Icon size={15} stroke={1.7} aria-hidden />
            {isTelehealth ? 'Telehealth' : 'In person'}
          </span>
        </Text>
        {note.therapistName !== null && (
          <Text span fz="sm" c="dimmed" display="block">
            Therapist: {note.therapistName}
          </Text>
        )}
      </span>
      <span className={classes.line}>
        {note.line !== '' && (
          <Text span className="serif" lineClamp={2}>
            <Line text={note.line} words={words} />
          </Text>
        )}
      </span>
      <span className={classes.state}>
        <Text span fz="sm" c="dimmed">
          {note.noteType}
        </Text>
        <NoteStateBadge note={note} />
      </span>
    </Link>
  )
}

/** An excerpt with the search terms marked. */
function Line({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text
  // Words are at odd indexes.
  return text.split(/([\p{L}\p{M}\p{N}'’ʼ]+)/u).map((part, at) =>
    at % 2 === 1 && startsWithAny(part, words) ? (
      // oxlint-disable-next-line react/no-array-index-key -- a part is its place in the line
      <mark key={at} className={classes.found}>
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
