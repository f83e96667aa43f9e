import { Badge, Button, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { AdminMember, AdminOrganizationDetails } from '#shared/contract/admin-organizations.ts'
import { api } from '#web/api/client.ts'
import { shownDay } from '#web/ui/format/dates.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { roleNames } from '#web/ui/format/role-names.ts'
import { Hint, Muted, Strong } from '#web/ui/layout/text.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { RowAction } from '#web/ui/layout/row-actions.tsx'
import { choicesOf, nameOf, oneOf } from '../labels.ts'
import { useMemberChange } from './use-member-change.ts'
import classes from '../details/details.module.css'

type Props = { organization: AdminOrganizationDetails; timeZone: string }

/** The members of an organization, with controls to change roles and remove members. */
export function MemberList({ organization, timeZone }: Props) {
  const change = useMemberChange(organization.id)
  const [leaving, setLeaving] = useState<AdminMember | null>(null)
  const [isAsking, setAsking] = useState(false)
  return (
    <Stack gap="sm" mt="xs">
      <FormError message={change.failure} />
      <ul className={classes.rows} aria-label="Members">
        {organization.members.map((member) => (
          <li key={member.memberId} className={classes.row}>
            <div className={classes.who}>
              <Strong>
                {nameOf(member.user)} {!member.isActive && <Badge color="gray">Inactive</Badge>}
              </Strong>
              <Hint>
                {member.user.email}, since {shownDay(member.createdAt, timeZone)}
              </Hint>
            </div>
            <Select
              aria-label={`Role of ${nameOf(member.user)}`}
              data={choicesOf(roleNames)}
              allowDeselect={false}
              value={member.role}
              onChange={(chosen) => {
                const role = oneOf(roleNames, chosen)
                if (role === undefined || role === member.role) return
                change.begin({
                  send: () => api.admin.changeMemberRole({ memberId: member.memberId, role }),
                  failing: 'Error updating member role: ',
                  done: `${nameOf(member.user)} is now ${roleNames[role]}.`,
                })
              }}
            />
            {member.role !== 'owner' && (
              <RowAction
                aria-label={`Remove ${nameOf(member.user)}`}
                onClick={() => {
                  setLeaving(member)
                  setAsking(true)
                }}
              >
                Remove
              </RowAction>
            )}
          </li>
        ))}
      </ul>
      <Dialog stackId="remove" opened={isAsking} onClose={() => setAsking(false)} title="Remove member">
        <Text>Are you sure you want to remove this member from the organization?</Text>
        {leaving && (
          <Muted mt="xs">
            {nameOf(leaving.user)} loses access immediately. Clients and notes stay with the organization.
          </Muted>
        )}
        <DialogButtons>
          <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
            Cancel
          </Button>
          <Button
            color="ember"
            onClick={() => {
              setAsking(false)
              if (!leaving) return
              change.begin({
                send: () => api.admin.removeMember({ memberId: leaving.memberId }),
                failing: 'Error removing member: ',
                done: `${nameOf(leaving.user)} was removed.`,
              })
            }}
          >
            Remove
          </Button>
        </DialogButtons>
      </Dialog>
    </Stack>
  )
}
