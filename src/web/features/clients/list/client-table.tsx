import { Skeleton, Table, Text } from '@mantine/core'
import type { Client } from '#shared/contract/clients.ts'
import { shownDate } from '#web/ui/format/dates.ts'
import { Initials } from '#web/ui/layout/initials.tsx'
import { AnchorLink } from '#web/ui/layout/links.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Hint, HintLine, Muted, StrongLine } from '#web/ui/layout/text.ts'
import { StatusBadge } from '../status-badge.tsx'
import { ClientTherapist } from '../client-therapist.tsx'
import { ActionsHeader } from '#web/ui/layout/row-actions.tsx'
import classes from './client-table.module.css'

/** Clients as table rows with links; cards on small screens. */
export function ClientTable({ clients, isStale }: { clients: readonly Client[]; isStale: boolean }) {
  return (
    <Table className={classes.table} aria-label="Clients" aria-busy={isStale} data-stale={isStale || undefined}>
      <Head />
      <Table.Tbody>
        {clients.map((client) => (
          <Table.Tr key={client.id}>
            <Table.Td>
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
            </Table.Td>
            <Table.Td>
              <Text size="sm" className={classes.contact}>
                {client.email}
              </Text>
              <Hint className="num">{client.phone}</Hint>
            </Table.Td>
            <Table.Td data-label="Last session" className="num">
              {client.lastSessionDate === null ? (
                <Muted span inherit>
                  None yet
                </Muted>
              ) : (
                shownDate(client.lastSessionDate)
              )}
            </Table.Td>
            <Table.Td ta="right" className="num">
              {client.sessionCount}
            </Table.Td>
            <Table.Td>
              <StatusBadge status={client.status} />
            </Table.Td>
            <Table.Td ta="right">
              <AnchorLink
                to="/clients/$clientId"
                params={{ clientId: client.id }}
                fw={600}
                size="sm"
                aria-label={`View ${client.firstName} ${client.lastName}`}
              >
                View
              </AnchorLink>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** Placeholder of the loading table. */
export function ClientTableSkeleton() {
  return (
    <Loading label="Loading clients">
      <Table className={classes.table}>
        <Head />
        <Table.Tbody>
          {Array.from({ length: 8 }, (_, row) => (
            <Table.Tr key={row}>
              <Table.Td>
                <span className={classes.who}>
                  <Skeleton height={34} width={34} radius="md" />
                  <Skeleton height={16} width={140} my="sm" />
                </span>
              </Table.Td>
              <Table.Td>
                <Skeleton height={14} width={170} />
              </Table.Td>
              <Table.Td>
                <Skeleton height={14} width={80} />
              </Table.Td>
              <Table.Td>
                <Skeleton height={14} width={24} ml="auto" />
              </Table.Td>
              <Table.Td>
                <Skeleton height={22} width={60} />
              </Table.Td>
              <Table.Td />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Loading>
  )
}

function Head() {
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Client</Table.Th>
        <Table.Th>Contact</Table.Th>
        <Table.Th>Last session</Table.Th>
        <Table.Th ta="right">Sessions</Table.Th>
        <Table.Th>Status</Table.Th>
        <ActionsHeader />
      </Table.Tr>
    </Table.Thead>
  )
}
