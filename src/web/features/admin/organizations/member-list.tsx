import { Badge, Select, Stack } from '@mantine/core'
import { useRef, useState } from 'react'
import type { OrganizationRole } from '#shared/contract/accounts.ts'
import type { AdminMember, AdminOrganizationDetails } from '#shared/contract/admin-organizations.ts'
import { api } from '#web/api/client.ts'
import { shownDay } from '#web/ui/format/dates.ts'
import { focusOnceUncovered } from '#web/ui/dialog/dialog.tsx'
import { QuestionDialog } from '#web/ui/dialog/question-dialog.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { roleQuestion, type RoleQuestion } from '#web/ui/format/role-change.ts'
import { roleNames } from '#web/ui/format/role-names.ts'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import { RowAction } from '#web/ui/layout/row-actions.tsx'
import { choicesOf, nameOf, oneOf } from '../labels.ts'
import { RemoveMember } from './remove-member.tsx'
import { useMemberChange } from './use-member-change.ts'
import classes from '../details/details.module.css'

type Props = { organization: AdminOrganizationDetails; timeZone: string }

/** The members of an organization, with controls to change roles and remove members. */
export function MemberList({ organization, timeZone }: Props) {
  const change = useMemberChange(organization.id)
  const list = useRef<HTMLUListElement>(null)
  const [memberToRemove, setMemberToRemove] = useState<AdminMember | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [asked, setAsked] = useState<(RoleQuestion & { member: AdminMember; role: OrganizationRole }) | null>(null)
  const changeRole = (member: AdminMember, role: OrganizationRole) =>
    change.begin({
      memberId: member.memberId,
      send: () => api.admin.changeMemberRole({ memberId: member.memberId, role }),
      failing: 'Error updating member role: ',
      done: `${nameOf(member.user)} is now ${roleNames[role]}.`,
    })
  return (
    <Stack gap="sm" mt="xs">
      <FormError message={change.failure} />
      <ul ref={list} tabIndex={-1} className={classes.rows} aria-label="Members">
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
                const question = roleQuestion({
                  name: nameOf(member.user),
                  from: member.role,
                  to: role,
                  supervised: organization.members.filter(({ supervisor }) => supervisor?.id === member.user.id).length,
                  isOwn: false,
                })
                if (question) setAsked({ ...question, member, role })
                else changeRole(member, role)
              }}
            />
            {member.role !== 'owner' && (
              <RowAction
                aria-label={`Remove ${nameOf(member.user)}`}
                onClick={() => {
                  setMemberToRemove(member)
                  setAsking(true)
                }}
              >
                Remove
              </RowAction>
            )}
          </li>
        ))}
      </ul>
      {memberToRemove && (
        <RemoveMember
          key={memberToRemove.memberId}
          organizationId={organization.id}
          opened={isAsking}
          member={memberToRemove}
          onClose={() => setAsking(false)}
          onGone={() => focusOnceUncovered(list.current)}
        />
      )}
      <QuestionDialog
        stackId="role"
        title={asked?.title ?? ''}
        text={asked?.consequence ?? null}
        confirmLabel="Change Role"
        onConfirm={() => {
          setAsked(null)
          if (asked) changeRole(asked.member, asked.role)
        }}
        onCancel={() => setAsked(null)}
      />
    </Stack>
  )
}
