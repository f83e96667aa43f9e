import { Card, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RefusedAccess as Refusal } from '#shared/contract/admin-access.ts'
import { query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { shownMoment } from '#web/ui/format/dates.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import { LoadError } from '../list/load-error.tsx'
import { nameOf, refusalNames } from '../labels.ts'
import { Below, LoadingRows, RefreshButton } from '../list/list-parts.tsx'
import { SecondFactorMissing } from '../second-factor-missing.tsx'
import classes from '../list/admin-list.module.css'

const title = 'Failed Sign-ins and Refused Access'

/** Failed sign-ins and rejected requests of the last 90 days, newest first. */
export function RefusedAccess({ timeZone }: { timeZone: string }) {
  const list = useQuery(query.admin.listRefusedAccess.queryOptions())
  const needsSecondFactor = list.isError && readError(list.error).code === 'second_factor_missing'
  return (
    <Page
      title={title}
      tabTitle={`${title}, admin`}
      lead="From the last 90 days. Repeated attempts are recorded up to a limit."
      actions={<RefreshButton list={list} />}
    >
      <Card padding={0} component="section" aria-label={title}>
        {needsSecondFactor ? (
          <SecondFactorMissing />
        ) : list.isError ? (
          <LoadError text="Error loading failed sign-ins: " error={list.error} onRetry={() => void list.refetch()} />
        ) : list.isPending ? (
          <LoadingRows label="Loading failed sign-ins" />
        ) : list.data.length === 0 ? (
          <EmptyState title="No failed sign-ins or refused access">
            Failed sign-ins and refused access of the last 90 days are listed here.
          </EmptyState>
        ) : (
          <Rows items={list.data} timeZone={timeZone} />
        )}
      </Card>
    </Page>
  )
}

function Rows({ items, timeZone }: { items: readonly Refusal[]; timeZone: string }) {
  return (
    <Table className={classes.table} aria-label={title}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>What</Table.Th>
          <Table.Th>Who</Table.Th>
          <Table.Th>From</Table.Th>
          <Table.Th>When</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map(({ id, at, kind, person, reason, endpoint, device, ipAddress }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <Strong>{kind === 'sign_in' ? 'Failed sign-in' : 'Refused access'}</Strong>
              <Hint component="div">
                {refusalNames[reason] ?? reason}
                {endpoint !== null && ` (${endpoint})`}
              </Hint>
            </Table.Td>
            <Table.Td data-label="Who">
              <div>
                {person ? nameOf(person) : 'Unknown account'}
                {person && <Below>{person.email}</Below>}
              </div>
            </Table.Td>
            <Table.Td data-label="From">
              <div>
                {device}
                <Below>{ipAddress ?? 'Unknown address'}</Below>
              </div>
            </Table.Td>
            <Table.Td data-label="When">
              <span className="num">{shownMoment(at, timeZone)}</span>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
