import { Badge, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import type { Account } from '#shared/contract/accounts.ts'
import type { Member } from '#shared/contract/members.ts'
import { isOrganizationAdmin, mayLeave, mayRemove } from '#shared/rules/roles.ts'
import { useKeptFocus } from '#web/ui/browser/use-kept-focus.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import table from '#web/ui/layout/stacked-table.module.css'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { Strong } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { ActionsHeader, RowAction, RowActions } from '#web/ui/layout/row-actions.tsx'
import { FormerMembers } from './former-members.tsx'
import { memberListQuery, nameOf } from './member-list-query.ts'
import { MemberRole } from './member-role.tsx'

const TransferClients = lazyDialog(() => import('./transfer-clients.tsx'))
const RemoveMember = lazyDialog(() => import('./remove-member.tsx'))

/** The member whose clients are transferred. */
type ClientOwner = Pick<Member, 'userId' | 'firstName' | 'lastName' | 'email'>

type Props = {
  account: Account
  /** True while viewing as another user, and in the demo practice: then members are read-only. */
  isFixed: boolean
  /** Content beside the title: the invite button. */
  aside: ReactNode
}

/** The members. Owners and admins also see actions and former members. */
export function TeamMembers({ account, isFixed, aside }: Props) {
  const members = useQuery(memberListQuery)
  const [removed, setRemoved] = useState<Member | null>(null)
  const [clientOwner, setClientOwner] = useState<ClientOwner | null>(null)
  // If the user can no longer change a role, its select is replaced by text and loses the focus.
  const list = useKeptFocus<HTMLTableElement>()
  const remove = useDialog()
  const transferDialog = useDialog()
  const ownRole = account.organization?.role ?? null
  const mayTransfer = isOrganizationAdmin(ownRole) && !isFixed
  const hasActions = ownRole !== null && !isFixed
  const isSelf = ({ userId }: Member) => userId === account.id
  const openTransfer = (person: ClientOwner) => {
    setClientOwner(person)
    transferDialog.open()
  }
  return (
    <Panel
      title="Team Members"
      aside={aside}
      query={members}
      failure="Failed to load organization data"
      loadingLabel="Loading team members"
      skeleton={<Placeholder kind="row" count={3} isInset />}
    >
      {({ items, former }) => (
        <>
          <Table {...list} tabIndex={-1} className={table.table} aria-label="Team Members">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th>Email</Table.Th>
                <Table.Th>Role</Table.Th>
                {hasActions && <ActionsHeader />}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.map((member) => (
                <Table.Tr key={member.userId}>
                  <Table.Td className={table.wraps}>
                    <Strong span inherit>
                      {nameOf(member)}
                    </Strong>
                    {isSelf(member) && !account.viewing && ' (you)'}
                    {!member.isActive && (
                      <Badge color="gray" ml="2xs">
                        Inactive
                      </Badge>
                    )}
                  </Table.Td>
                  <Table.Td className={table.wraps}>{member.email}</Table.Td>
                  <Table.Td>
                    <MemberRole member={member} members={items} own={ownRole} ownId={account.id} isFixed={isFixed} />
                  </Table.Td>
                  {hasActions && (
                    <Table.Td>
                      <RowActions>
                        {mayTransfer && !member.isActive && (
                          <RowAction
                            aria-label={`Transfer clients of ${nameOf(member)} to a colleague`}
                            onClick={() => openTransfer(member)}
                          >
                            Transfer Clients…
                          </RowAction>
                        )}
                        {(isSelf(member) ? mayLeave(ownRole) : mayRemove(ownRole, member.role)) && (
                          <RowAction
                            aria-label={isSelf(member) ? 'Leave organization' : `Remove ${nameOf(member)}`}
                            onClick={() => {
                              setRemoved(member)
                              remove.open()
                            }}
                          >
                            {isSelf(member) ? 'Leave' : 'Remove'}
                          </RowAction>
                        )}
                      </RowActions>
                    </Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {former.length > 0 && (
            <FormerMembers people={former} timeZone={account.timeZone} onTransfer={mayTransfer ? openTransfer : null} />
          )}
          <Suspense>
            {remove.isMounted && removed && (
              <RemoveMember
                key={removed.userId}
                opened={remove.isOpen}
                member={removed}
                supervised={items.filter(({ managedBy }) => managedBy === removed.userId).length}
                isSelf={isSelf(removed)}
                onClose={remove.close}
                onGone={() => list.ref.current?.focus()}
              />
            )}
            {transferDialog.isMounted && clientOwner && (
              <TransferClients
                key={clientOwner.userId}
                opened={transferDialog.isOpen}
                from={clientOwner}
                colleagues={items.filter(({ userId, isActive }) => isActive && userId !== clientOwner.userId)}
                onClose={transferDialog.close}
                onGone={() => list.ref.current?.focus()}
              />
            )}
          </Suspense>
        </>
      )}
    </Panel>
  )
}
