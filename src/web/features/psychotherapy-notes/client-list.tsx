import { Badge, Card } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { PsychotherapyNotesClient } from '#shared/contract/psychotherapy-notes.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { shownDay } from '#web/ui/format/dates.ts'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { Hint, StrongLine } from '#web/ui/layout/text.ts'
import classes from './psychotherapy-notes.module.css'

/** The clients about whom the user wrote psychotherapy notes, including those who now have another therapist. */
export function ClientList({ clients, timeZone }: { clients: readonly PsychotherapyNotesClient[]; timeZone: string }) {
  if (clients.length === 0) {
    return (
      <Card padding={0}>
        <EmptyState title="No psychotherapy notes yet" action={<ButtonLink to="/clients">Choose a client</ButtonLink>}>
          Open a client and choose Psychotherapy notes to write one. Your notes will be listed here by client, also
          after a client is transferred to another therapist.
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card padding={0} component="ul" className={classes.list}>
      {clients.map(({ clientId, clientName, isOwn, noteCount, updatedAt }) => (
        <li key={clientId}>
          <Link to="/psychotherapy-notes/$clientId" params={{ clientId }} className={classes.row}>
            <StrongLine>{clientName}</StrongLine>
            {!isOwn && (
              <Badge variant="light" color="gray">
                Transferred
              </Badge>
            )}
            <Hint span className="num">
              {noteCount === 1 ? '1 note' : `${noteCount} notes`}, last edited {shownDay(updatedAt, timeZone)}
            </Hint>
          </Link>
        </li>
      ))}
    </Card>
  )
}
