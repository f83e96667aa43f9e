import { Badge, Button, Stack, Table } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Invitation } from '#shared/contract/invitations.ts'
import { api, query } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'
import { useSingleMutation } from '#web/api/use-single-mutation.ts'
import { readError } from '#web/api/errors.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { shownDate, todayIn } from '#web/ui/format/dates.ts'
import { roleNames } from '#web/ui/format/role-names.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import table from '#web/ui/layout/stacked-table.module.css'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'
import { Muted } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { ActionsHeader, RowAction, RowActions } from '#web/ui/layout/row-actions.tsx'
import { copyLink } from './invitation-link.ts'
import classes from './invitations.module.css'
import { ShownLink } from './shown-link.tsx'

const invitationListQuery = query.invitations.list.queryOptions()

/** The pending invitations. The server sends their ids only to users who may cancel and resend them. */
export function PendingInvitations({ timeZone, isFixed }: { timeZone: string; isFixed: boolean }) {
  const invitations = useQuery(invitationListQuery)
  const content = useRef<HTMLDivElement>(null)
  return (
    <Panel
      title="Pending Invitations"
      query={invitations}
      failure="Failed to load organization data"
      loadingLabel="Loading pending invitations"
      skeleton={<Placeholder kind="field" isInset />}
    >
      {(items) => (
        <div ref={content} tabIndex={-1}>
          {items.length === 0 ? (
            <Muted className={classes.empty}>No pending invitations.</Muted>
          ) : (
            <Rows items={items} timeZone={timeZone} isFixed={isFixed} onGone={() => content.current?.focus()} />
          )}
        </div>
      )}
    </Panel>
  )
}

interface RowsProps {
  items: readonly Invitation[]
  timeZone: string
  isFixed: boolean
  /** Called when a row with the pressed button was removed, to move the focus. */
  onGone: () => void
}

function Rows({ items, timeZone, isFixed, onGone }: RowsProps) {
  const mayChange = !isFixed && items.some(({ id }) => id !== null)
  return (
    <Table className={table.table} aria-label="Pending Invitations">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Email</Table.Th>
          <Table.Th>Role</Table.Th>
          <Table.Th>Invited By</Table.Th>
          <Table.Th>Date</Table.Th>
          <Table.Th>Status</Table.Th>
          {mayChange && <ActionsHeader />}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((invitation) => {
          const { id, email, role, invitedBy, createdAt, status } = invitation
          return (
            <Table.Tr key={email}>
              <Table.Td className={table.wraps}>{email}</Table.Td>
              <Table.Td>{roleNames[role]}</Table.Td>
              <Table.Td data-label="Invited by" className={table.wraps}>
                {invitedBy}
              </Table.Td>
              <Table.Td data-label="Date" className="num">
                {shownDate(todayIn(timeZone, new Date(createdAt)))}
              </Table.Td>
              <Table.Td>
                <Badge color={status === 'sent' ? 'spruce' : 'ochre'}>{status === 'sent' ? 'Sent' : 'Pending'}</Badge>
              </Table.Td>
              {mayChange && (
                <Table.Td>{id !== null && <Actions invitationId={id} email={email} onGone={onGone} />}</Table.Td>
              )}
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}

type ActionsProps = { invitationId: string; email: string; onGone: () => void }

function Actions({ invitationId, email, onGone }: ActionsProps) {
  const cache = useQueryClient()
  // A link that could not be copied.
  const [shown, setShown] = useState({ link: '', isOpen: false })
  const cancel = useSingleMutation({
    mutationFn: () => api.invitations.cancel({ invitationId }),
    onSuccess: async (items) => {
      showResult(cache, invitationListQuery.queryKey, items)
      onGone()
      showSuccess(`The invitation for ${email} was canceled.`)
      await cache.invalidateQueries({ queryKey: query.organizations.key() })
    },
    onError: (error) => reportFailure(error, 'Failed to cancel invitation'),
  })
  const resend = useSingleMutation({
    mutationFn: () => api.invitations.sendAgain({ invitationId }),
    onSuccess: async ({ failure }) => {
      if (failure === null) showSuccess(`The invitation was sent to ${email} again.`)
      else showFailure(failure)
      await cache.invalidateQueries({ queryKey: query.invitations.key() })
    },
    onError: (error) => reportFailure(error, 'Failed to send invitation'),
  })
  const copy = useSingleMutation({
    mutationFn: () => api.invitations.newLink({ invitationId }),
    onSuccess: async ({ link }) => {
      if (!(await copyLink(link))) setShown({ link, isOpen: true })
    },
    onError: (error) => reportFailure(error, 'The link could not be copied. Try again.'),
  })
  /** Shows the failure and refetches the list, which may have changed. */
  const reportFailure = (error: unknown, action: string) => {
    showFailure(readError(error, action).sentence)
    void cache.invalidateQueries({ queryKey: query.invitations.key() })
  }
  const close = () => setShown((old) => ({ ...old, isOpen: false }))
  const isBusy = cancel.isPending || resend.isPending || copy.isPending
  const actions = [
    { word: 'Send Again', about: `Send Again: the invitation for ${email}`, act: () => resend.mutate() },
    { word: 'Copy Link', about: `Copy Link for ${email}`, act: () => copy.mutate() },
    { word: 'Cancel', about: `Cancel the invitation for ${email}`, act: () => cancel.mutate() },
  ]
  return (
    <>
      <RowActions>
        {actions.map(({ word, about, act }) => (
          // The buttons are not disabled, so that they keep the focus.
          <RowAction
            key={word}
            aria-label={about}
            data-disabled={isBusy || undefined}
            aria-disabled={isBusy}
            onClick={isBusy ? undefined : act}
          >
            {word}
          </RowAction>
        ))}
      </RowActions>
      <Dialog opened={shown.isOpen} onClose={close} title={`Invitation for ${email}`}>
        <Stack gap="md">
          <ShownLink link={shown.link} />
          <DialogButtons>
            <Button onClick={close}>Close</Button>
          </DialogButtons>
        </Stack>
      </Dialog>
    </>
  )
}
