import { Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { query } from '#web/api/client.ts'
import { shownDate } from '#web/ui/dates.ts'
import { Initials } from '#web/ui/initials.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Loading } from '#web/ui/loading.tsx'
import classes from './recent-clients.module.css'

/** The first page of active clients; also the query the dashboard looks at to know how far somebody is. */
export const activeClientsQuery = query.clients.list.queryOptions({ input: { status: 'active', search: '', page: 1 } })

/** The clients seen last, newest session first, at most six. */
export function RecentClients() {
  const clients = useQuery(activeClientsQuery)
  const recent = (clients.data?.items ?? [])
    .toSorted((a, b) => (b.lastSessionDate ?? '').localeCompare(a.lastSessionDate ?? ''))
    .slice(0, 6)
  return (
    <Card component="section" aria-labelledby="recent-clients" padding={0}>
      <Group justify="space-between" p="lg" pb="xs">
        <Title order={2} id="recent-clients">
          Your clients
        </Title>
        <AnchorLink to="/clients" fz="sm">
          All clients
        </AnchorLink>
      </Group>
      {clients.isError ? (
        <LoadFailure error={clients.error} fallback="Failed to load clients" onRetry={() => void clients.refetch()} />
      ) : clients.isPending ? (
        <Loading label="Loading clients">
          <Stack px="lg" pb="lg" gap="sm">
            <Skeleton h={42} />
            <Skeleton h={42} />
            <Skeleton h={42} />
          </Stack>
        </Loading>
      ) : recent.length === 0 ? (
        <Text c="dimmed" px="lg" pb="lg">
          The people you work with will stand here.
        </Text>
      ) : (
        <ul className={classes.list}>
          {recent.map((client) => (
            <li key={client.id}>
              <Link to="/clients/$clientId" params={{ clientId: client.id }} className={classes.row}>
                <Initials firstName={client.firstName} lastName={client.lastName} />
                <span className={classes.who}>
                  <Text span fw={600} display="block" truncate>
                    {client.firstName} {client.lastName}
                  </Text>
                  <Text span fz="sm" c="dimmed" className="num" display="block">
                    {client.lastSessionDate === null
                      ? 'No sessions yet'
                      : `Last session ${shownDate(client.lastSessionDate)}`}
                  </Text>
                </span>
                <IconArrowRight size={17} className={classes.arrow} aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
