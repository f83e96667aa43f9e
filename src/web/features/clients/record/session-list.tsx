import { Badge, Pagination } from '@mantine/core'
import { IconBuilding, IconVideo } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Client } from '#shared/contract/clients.ts'
import type { Session } from '#shared/contract/sessions.ts'
import { accountQuery } from '#web/identity/account.ts'
import { query } from '#web/api/client.ts'
import { useReadOnly } from '#web/identity/read-only.ts'
import { shownDate, shownTime } from '#web/ui/format/dates.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Hint, StrongLine } from '#web/ui/layout/text.ts'
import { SigningBadge } from '#web/ui/feedback/signing-badge.tsx'
import { NeedsReview } from '#web/ui/feedback/needs-review.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { ListFooter } from '#web/ui/layout/panel-parts.ts'
import { useClientRelation } from '../client-relation.ts'
import classes from './session-list.module.css'

/** A client's sessions, newest first, in pages, each linked to its note. */
export function SessionList({ client }: { client: Client }) {
  const clientId = client.id
  const isReadOnly = useReadOnly()
  const isOwn = useClientRelation(client) === 'own' && !isReadOnly
  const [page, setPage] = useState(1)
  const sessions = useQuery({
    ...query.sessions.listForClient.queryOptions({ input: { clientId, page } }),
    placeholderData: keepPreviousData,
  })
  if (sessions.isError) {
    return (
      <LoadFailure
        error={sessions.error}
        fallback="Failed to load client sessions"
        onRetry={() => void sessions.refetch()}
      />
    )
  }
  if (sessions.isPending) {
    return (
      <Loading label="Loading sessions">
        <Placeholder kind="row" count={3} isInset />
      </Loading>
    )
  }
  const { items, total, pageSize } = sessions.data
  if (total === 0) {
    return (
      <EmptyState
        title="No sessions yet"
        action={
          isOwn &&
          client.status === 'active' && (
            <ButtonLink to="/upload-session/$clientId" params={{ clientId }}>
              Upload Session
            </ButtonLink>
          )
        }
      >
        Each session and its note will appear here.{isOwn && ' Upload a recording or transcript to begin.'}
      </EmptyState>
    )
  }
  const pages = Math.ceil(total / pageSize)
  return (
    <>
      <SessionRows label="Sessions" items={items} isLoading={sessions.isPlaceholderData} />
      {pages > 1 && (
        <ListFooter justify="space-between" className={classes.pages}>
          <Hint className="num">
            {(page - 1) * pageSize + 1} to {Math.min(page * pageSize, total)} of {total}
          </Hint>
          <Pagination
            component="nav"
            aria-label="Pages of sessions"
            size="sm"
            total={pages}
            value={page}
            onChange={setPage}
            getControlProps={(control) => ({ 'aria-label': control === 'next' ? 'Next page' : 'Previous page' })}
            getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
          />
        </ListFooter>
      )}
    </>
  )
}

type RowsProps = { label: string; items: readonly Session[]; isLoading: boolean }

/** Sessions in a list, each linked to its note. */
export function SessionRows({ label, items, isLoading }: RowsProps) {
  return (
    <ol className={classes.list} aria-label={label} aria-busy={isLoading}>
      {items.map((session) => (
        <li key={session.id}>
          <SessionRow session={session} />
        </li>
      ))}
    </ol>
  )
}

/**
 * One session: time, setting and the state of its note. Links to the note, or to the recording while there is no note.
 */
function SessionRow({ session }: { session: Session }) {
  const { data: account } = useQuery(accountQuery)
  const isReadOnly = useReadOnly()
  const content = <SessionSummary session={session} />
  if (session.status === 'recording') {
    // Only the therapist of the session can continue its recording.
    if (session.therapistId !== account?.id || isReadOnly) return <div className={classes.row}>{content}</div>
    return (
      <Link to="/session/$clientId" params={{ clientId: session.clientId }} className={classes.row}>
        {content}
      </Link>
    )
  }
  if (session.noteState === null) return <div className={classes.row}>{content}</div>
  return (
    <Link to="/notes/$sessionId" params={{ sessionId: session.id }} className={classes.row}>
      {content}
    </Link>
  )
}

function SessionSummary({ session }: { session: Session }) {
  const isTelehealth = session.settingType === 'telehealth'
  const Icon = isTelehealth ? IconVideo : IconBuilding
  return (
    <>
      <span className={classes.what}>
        <StrongLine className="num">{shownDate(session.date)}</StrongLine>
        <Hint span className={classes.details}>
          <span className="num">
            {shownTime(session.startTime)} – {shownTime(session.endTime)}, {session.durationMinutes} min
          </span>
          <span className={classes.setting}>
            <Icon size={15} stroke={1.7} aria-hidden />
            {isTelehealth ? 'Telehealth' : 'In person'}
          </span>
        </Hint>
      </span>
      {session.noteType !== null && <Hint span>{session.noteType}</Hint>}
      <State session={session} />
    </>
  )
}

function State({ session }: { session: Session }) {
  const { data: account } = useQuery(accountQuery)
  const { status, noteState, noteStatus, toWrite, toReview, therapistId, waitsForTranscript } = session

  if (status === 'cancelled') return <Badge color="gray">Canceled</Badge>
  if (status === 'recording') return <Badge color="ember">Recording</Badge>
  if (status === 'scheduled') return <Badge color="dusk">Scheduled</Badge>
  if (waitsForTranscript) return <Badge color="ochre">Waiting for a transcript</Badge>
  if (status === 'failed' || noteState === 'failed') return <Badge color="ember">Needs attention</Badge>
  if (status === 'processing' || noteState === 'generating') return <Badge color="dusk">In progress</Badge>
  if (noteStatus !== null && noteStatus !== 'draft') return <SigningBadge status={noteStatus} />
  if (noteState === 'ready' && toWrite) return <Badge color="ochre">To write</Badge>
  if (status === 'no-show') return <Badge color="gray">No-show</Badge>
  if (noteState === 'ready' && toReview > 0 && therapistId === account?.id) return <NeedsReview count={toReview} />
  if (noteState === 'ready') return <Badge>Note ready</Badge>
  return <Badge color="ochre">No note yet</Badge>
}
