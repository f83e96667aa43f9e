import { Skeleton } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ListedNote } from '#shared/contract/notes.ts'
import { shownDate } from '#web/ui/format/dates.ts'
import { Initials } from '#web/ui/layout/initials.tsx'
import { AnchorLink } from '#web/ui/layout/links.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { HintLine, Muted, StrongLine } from '#web/ui/layout/text.ts'
import { PanelBody } from '#web/ui/layout/panel-parts.ts'
import { shownTherapist } from '#shared/rules/therapist-name.ts'
import { NoteStateBadge, toReviewIn } from './note-state-badge.tsx'
import { recentSessionsQuery, recentSessionsShown } from './recent-sessions-query.ts'
import classes from './recent-sessions.module.css'

/** The most recent sessions, newest first, each linked to its note. */
export function RecentSessions() {
  const recent = useQuery(recentSessionsQuery)
  return (
    <Panel
      title="Recent Sessions"
      aside={
        <AnchorLink to="/session-notes" size="sm">
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
          <PanelBody>
            <Muted>Your past sessions and their notes will appear here.</Muted>
          </PanelBody>
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
  const isReady = sessionStatus === 'completed' && noteState === 'ready' && !toWrite && toReviewIn(note) === 0
  return (
    <Link to="/notes/$sessionId" params={{ sessionId }} className={classes.row}>
      <Initials firstName={client.firstName} lastName={client.lastName} />
      <span className={classes.who}>
        <StrongLine truncate>
          {client.firstName} {client.lastName}
        </StrongLine>
        <HintLine className="num" truncate>
          {shownDate(date)}, {noteType}
          {therapistName !== null && `, ${shownTherapist(therapistName)}`}
        </HintLine>
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
          <Skeleton height={34} width={34} />
          <span className={classes.who}>
            <Skeleton height={15} width={140} my="3xs" />
            <Skeleton height={13} width={110} my="3xs" />
          </span>
        </div>
      ))}
    </div>
  )
}
