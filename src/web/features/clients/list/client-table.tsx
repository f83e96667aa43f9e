import { Skeleton, Text, VisuallyHidden } from '@mantine/core'
import type { Client } from '#shared/contract/clients.ts'
import { shownDate } from '#web/ui/format/dates.ts'
import { Initials } from '#web/ui/layout/initials.tsx'
import { AnchorLink } from '#web/ui/layout/links.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Hint, HintLine, Muted, StrongLine } from '#web/ui/layout/text.ts'
import { StatusBadge } from '../status-badge.tsx'
import { ClientTherapist } from '../client-therapist.tsx'
import classes from './client-table.module.css'

/**
 * Clients as table rows with links; cards on small screens. Plain HTML, because Mantine's table also loads its scroll
 * area.
 */
export function ClientTable({ clients, isStale }: { clients: readonly Client[]; isStale: boolean }) {
  return (
    <table className={classes.table} aria-label="Clients" aria-busy={isStale} data-stale={isStale || undefined}>
      <Head />
      <tbody>
        {clients.map((client) => (
          <tr key={client.id}>
            <td>
              <span className={classes.who}>
                <Initials firstName={client.firstName} lastName={client.lastName} />
                <span className={classes.name}>
                  <StrongLine>
                    {client.firstName} {client.lastName}
                  </StrongLine>
                  {client.pronouns !== 'N/A' && <HintLine>{client.pronouns}</HintLine>}
                  <ClientTherapist client={client} />
                </span>
              </span>
            </td>
            <td>
              <Text size="sm" className={classes.contact}>
                {client.email}
              </Text>
              <Hint className="num">{client.phone}</Hint>
            </td>
            <td data-label="Last session" className="num">
              {client.lastSessionDate === null ? (
                <Muted span inherit>
                  None yet
                </Muted>
              ) : (
                shownDate(client.lastSessionDate)
              )}
            </td>
            <td data-end className="num">
              {client.sessionCount}
            </td>
            <td>
              <StatusBadge status={client.status} />
            </td>
            <td data-end>
              <AnchorLink
                to="/clients/$clientId"
                params={{ clientId: client.id }}
                fw={600}
                size="sm"
                aria-label={`View ${client.firstName} ${client.lastName}`}
              >
                View
              </AnchorLink>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The placeholder while the table is loading. */
export function ClientTableSkeleton() {
  return (
    <Loading label="Loading clients">
      <table className={classes.table}>
        <Head />
        <tbody>
          {Array.from({ length: 8 }, (_, row) => (
            <tr key={row}>
              <td>
                <span className={classes.who}>
                  <Skeleton height={34} width={34} radius="md" />
                  <Skeleton height={16} width={140} my="sm" />
                </span>
              </td>
              <td>
                <Skeleton height={14} width={170} />
              </td>
              <td>
                <Skeleton height={14} width={80} />
              </td>
              <td>
                <Skeleton height={14} width={24} ml="auto" />
              </td>
              <td colSpan={2}>
                <Skeleton height={22} width={60} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Loading>
  )
}

function Head() {
  return (
    <thead>
      <tr>
        <th>Client</th>
        <th>Contact</th>
        <th>Last session</th>
        <th data-end>Sessions</th>
        <th>Status</th>
        <th>
          <VisuallyHidden>Actions</VisuallyHidden>
        </th>
      </tr>
    </thead>
  )
}
