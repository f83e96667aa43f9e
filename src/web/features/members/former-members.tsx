import { Table, Title } from '@mantine/core'
import type { FormerMember } from '#shared/contract/members.ts'
import { shownDate, todayIn } from '#web/ui/format/dates.ts'
import table from '#web/ui/layout/stacked-table.module.css'
import { Hint } from '#web/ui/layout/text.ts'
import { ActionsHeader, RowAction, RowActions } from '#web/ui/layout/row-actions.tsx'
import { nameOf } from './member-list-query.ts'

type Props = { people: readonly FormerMember[]; timeZone: string; onTransfer: ((person: FormerMember) => void) | null }

/** The former members, with the number of clients that are still assigned to them. */
export function FormerMembers({ people, timeZone, onTransfer }: Props) {
  return (
    <section aria-labelledby="former-members">
      <div style={{ padding: '24px 20px 12px' }}>
        <Title order={3} id="former-members">
          Former members
        </Title>
        <Hint>
          Their clients are still in your organization. Transfer them to a colleague, who takes over recording and
          notes.
        </Hint>
      </div>
      <Table className={table.table} aria-label="Former members">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Email</Table.Th>
            <Table.Th>Left</Table.Th>
            <Table.Th>Clients</Table.Th>
            {onTransfer && <ActionsHeader />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {people.map((person) => (
            <Table.Tr key={person.userId}>
              <Table.Td fw={600} className={table.wraps}>
                {nameOf(person)}
              </Table.Td>
              <Table.Td className={table.wraps}>{person.email}</Table.Td>
              <Table.Td className="num" data-label="Left">
                {shownDate(todayIn(timeZone, new Date(person.leftAt)))}
              </Table.Td>
              <Table.Td className="num" data-label="Clients">
                {person.clientCount}
              </Table.Td>
              {onTransfer && (
                <Table.Td>
                  <RowActions>
                    <RowAction
                      aria-label={`Transfer clients of ${nameOf(person)} to a colleague`}
                      onClick={() => onTransfer(person)}
                    >
                      Transfer Clients…
                    </RowAction>
                  </RowActions>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
