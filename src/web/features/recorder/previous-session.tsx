import { Loader, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PreviousSession as Previous } from '#shared/contract/notes.ts'
import { query } from '#web/api/client.ts'
import { shownDate } from '#web/ui/format/dates.ts'
import { CollapsiblePanel } from '#web/ui/layout/collapsible-panel.tsx'
import { AnchorLink } from '#web/ui/layout/links.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Hint } from '#web/ui/layout/text.ts'
import classes from './recorder.module.css'

type Props = {
  clientId: string
  firstName: string
  /** The session that was just recorded. It is excluded from the summary. */
  endedSessionId: string | null
}

/** A summary of the client's last note, shown before the session (spec core §2). */
export function PreviousSession({ clientId, firstName, endedSessionId }: Props) {
  const input = { clientId, ...(endedSessionId !== null && { exceptSessionId: endedSessionId }) }
  const previous = useQuery({ ...query.notes.previous.queryOptions({ input }), placeholderData: keepPreviousData })
  return (
    <CollapsiblePanel title="Previous Session">
      {previous.isPending ? (
        <output className={classes.loading} aria-label="Loading the previous session">
          <Loader size="sm" />
        </output>
      ) : previous.isError ? (
        <LoadFailure
          error={previous.error}
          fallback="Failed to load client sessions"
          onRetry={() => void previous.refetch()}
        />
      ) : (
        <Summary previous={previous.data} firstName={firstName} />
      )}
    </CollapsiblePanel>
  )
}

function Summary({ previous: { session, summary, focusAreas }, firstName }: { previous: Previous; firstName: string }) {
  if (session === null) {
    return <Hint mt="xs">This is your first session with {firstName}. A summary will appear here next time.</Hint>
  }
  return (
    <>
      <Hint className="num">
        {shownDate(session.date)}, {session.noteType}
      </Hint>
      <Lines title="Summary" lines={summary} fallback="The note has no summary." />
      <Lines title="Focus areas" lines={focusAreas} fallback="The note names no focus areas." />
      <Text size="sm" mt="md">
        <AnchorLink to="/notes/$sessionId" params={{ sessionId: session.id }} preload={false} inherit>
          Open the note
        </AnchorLink>
      </Text>
    </>
  )
}

const shownLines = 4

function Lines({ title, lines, fallback }: { title: string; lines: readonly string[]; fallback: string }) {
  return (
    <>
      <Title order={3} className={classes.linesTitle}>
        {title}
      </Title>
      {lines.length === 0 ? (
        <Hint>{fallback}</Hint>
      ) : (
        <ul className={classes.lines}>
          {lines.slice(0, shownLines).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </>
  )
}
