import { Badge, Table } from '@mantine/core'
import type { TrailEvent } from '#shared/contract/audit.ts'
import { shownMoment } from '#web/ui/format/dates.ts'
import { AnchorLink } from '#web/ui/layout/links.tsx'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import classes from './audit.module.css'

type Props = {
  label: string
  events: readonly TrailEvent[]
  timeZone: string
  /** Whether each row shows the subject of its event. False if all events have the same subject. */
  saysAbout: boolean
  isStale: boolean
}

/** Audit events with user, action and time. Cards on small screens. */
export function TrailTable({ label, events, timeZone, saysAbout, isStale }: Props) {
  return (
    <Table className={classes.table} aria-label={label} aria-busy={isStale} data-stale={isStale || undefined}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th className={classes.when}>When</Table.Th>
          <Table.Th>Who</Table.Th>
          <Table.Th>What</Table.Th>
          {saysAbout && <Table.Th>About</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {events.map((event) => (
          <Table.Tr key={event.id}>
            <Table.Td className={`${classes.when} num`}>
              <time dateTime={event.at}>{shownMoment(event.at, timeZone)}</time>
            </Table.Td>
            <Table.Td>
              <Strong span size="sm">
                {event.who.name || 'Not signed in'}
              </Strong>{' '}
              {event.who.isPlatformAdmin && <Badge color="dusk">Attend staff</Badge>}
              {event.viewingAs !== null && <Hint>viewing as {event.viewingAs}</Hint>}
            </Table.Td>
            <Table.Td>{event.what}</Table.Td>
            {saysAbout && (
              <Table.Td>
                <About event={event} />
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function About({ event: { about, clientId } }: { event: TrailEvent }) {
  if (clientId === null) return about
  return (
    <AnchorLink to="/clients/$clientId" params={{ clientId }} size="sm">
      {about ?? 'A client'}
    </AnchorLink>
  )
}
