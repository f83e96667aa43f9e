import { Skeleton, Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ListedNote } from '#shared/contract/notes.ts'
import { shownDate } from '#web/ui/format/dates.ts'
import { Initials } from '#web/ui/layout/initials.tsx'
import { AnchorLink } from '#web/ui/layout/links.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { NoteStateBadge } from './note-state-badge.tsx'
import { recentSessionsQuery, recentSessionsShown } from './recent-sessions-query.ts'
import classes from './recent-sessions.module.css'

/** The most recent sessions, newest first, each linked to its note. */
export function RecentSessions() {
  const recent = useQuery(recentSessionsQuery)
  return (
    <Panel
      title="Recent Sessions"
      aside={
        <AnchorLink to="/session-notes" fz="sm">
          All notes
        </AnchorLink>
      }
      query={recent}
      failure="Failed to load recent sessions"
      loadingLabel="Loading recent sessions"
      skeleton={<RecentSkeleton />}
    >
      {({ items }) =>
        items.length === 0 ? (
          <Text c="dimmed" px="lg" pb="lg">
            Your past sessions and their notes will appear here.
          </Text>
        ) : (
          <ul className={classes.list}>
            {items.map((note) => (
              <li key={note.sessionId}>
                <RecentRow note={note} />
              </li>
            ))}
          </ul>
        )
      }
    </Panel>
  )
}

function RecentRow({ note }: { note: ListedNote }) {
  const { client, date, noteType, noteState, sessionId, sessionStatus, therapistName, toWrite } = note
  const isReady = sessionStatus === 'completed' && noteState === 'ready' && !toWrite
  return (
    <Link to="/notes/$sessionId" params={{ sessionId }} className={classes.row}>
      <Initials firstName={client.firstName} lastName={client.lastName} />
      <span className={classes.who}>
        <Text span fw={600} display="block" truncate>
          {client.firstName} {client.lastName}
        </Text>
        <Text span fz="sm" c="dimmed" className="num" display="block" truncate>
          {shownDate(date)}, {noteType}
          {therapistName !== null && `, ${therapistName}`}
        </Text>
      </span>
      {isReady ? <IconArrowRight size={17} className={classes.arrow} aria-hidden /> : <NoteStateBadge note={note} />}
    </Link>
  )
}

function RecentSkeleton() {
  return (
    <div className={classes.list}>
      {Array.from({ length: recentSessionsShown }, (_, row) => (
        <div key={row} className={classes.row}>
          <Skeleton h={34} w={34} />
          <span className={classes.who}>
            <Skeleton h={15} w={140} my={4} />
            <Skeleton h={13} w={110} my={5} />
          </span>
        </div>
      ))}
    </div>
  )
}
