import { Select, Stack } from '@mantine/core'
import type { AdminOrganizationDetails } from '#shared/contract/admin-organizations.ts'
import { api } from '#web/api/client.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { Hint, Muted, Strong } from '#web/ui/layout/text.ts'
import { nameOf } from '../labels.ts'
import { useMemberChange } from './use-member-change.ts'
import classes from '../details/details.module.css'

const none = { value: 'none', label: 'No Supervisor' }

/** The supervisor of each therapist of an organization. */
export function SupervisorList({ organization }: { organization: AdminOrganizationDetails }) {
  const change = useMemberChange(organization.id)
  const therapists = organization.members.filter(({ role }) => role === 'therapist')
  const supervisors = organization.members.filter(({ role }) => role === 'supervisor').map(({ user }) => user)
  if (therapists.length === 0) return <Remark>No therapists found in the organization.</Remark>
  if (supervisors.length === 0) {
    return <Remark>No supervisors available for assignment. Promote members to supervisor role first.</Remark>
  }
  const choices = [none, ...supervisors.map((user) => ({ value: user.id, label: nameOf(user) }))]
  return (
    <Stack gap="sm" mt="xs">
      <FormError message={change.failure} />
      <ul className={classes.rows} aria-label="Supervisor Assignments">
        {therapists.map(({ memberId, user, supervisor }) => (
          <li key={memberId} className={classes.row}>
            <div className={classes.who}>
              <Strong>{nameOf(user)}</Strong>
              <Hint>{user.email}</Hint>
            </div>
            <Select
              aria-label={`Assigned Supervisor of ${nameOf(user)}`}
              data={choices}
              allowDeselect={false}
              value={supervisor?.id ?? none.value}
              onChange={(chosen) => {
                const next = supervisors.find(({ id }) => id === chosen)
                if (chosen === null || next?.id === supervisor?.id) return
                change.begin({
                  memberId,
                  send: () => api.admin.assignSupervisor({ memberId, supervisorId: next?.id ?? null }),
                  failing: 'Error updating supervisor assignment: ',
                  done: next
                    ? `${nameOf(next)} now supervises ${nameOf(user)}.`
                    : `${nameOf(user)} no longer has a supervisor.`,
                })
              }}
            />
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function Remark({ children }: { children: string }) {
  return <Muted mt="xs">{children}</Muted>
}
