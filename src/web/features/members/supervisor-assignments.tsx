import { Checkbox, Select, Stack, Table } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Member } from '#shared/contract/members.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import table from '#web/ui/layout/stacked-table.module.css'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { HintLine, Muted, StrongLine } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { memberListQuery, nameOf, showMembers } from './member-list-query.ts'
import classes from './members.module.css'

const none = { value: 'none', label: 'No Supervisor' }

/** Assigns supervisors to therapists. For owners and admins. */
export function SupervisorAssignments({ isFixed }: { isFixed: boolean }) {
  const members = useQuery(memberListQuery)
  return (
    <Panel
      title="Supervisor Assignments"
      query={members}
      failure="Failed to load data"
      loadingLabel="Loading supervisor assignments"
      skeleton={<Placeholder kind="box" isInset />}
    >
      {({ items }) => <Assignments members={items} isFixed={isFixed} />}
    </Panel>
  )
}

function Assignments({ members, isFixed }: { members: readonly Member[]; isFixed: boolean }) {
  const therapists = members.filter(({ role }) => role === 'therapist')
  const supervisors = members.filter(({ role }) => role === 'supervisor')
  if (therapists.length === 0) {
    return <Muted className={classes.note}>No therapists found in the organization.</Muted>
  }
  return (
    <>
      {supervisors.length === 0 && (
        <Muted className={classes.note}>
          No supervisors available for assignment. Promote members to supervisor role first.
        </Muted>
      )}
      <Table className={table.table} aria-label="Supervisor Assignments">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Therapist</Table.Th>
            <Table.Th>Assigned Supervisor</Table.Th>
            <Table.Th>Co-signature</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {therapists.map((therapist) => (
            <Assignment key={therapist.userId} therapist={therapist} supervisors={supervisors} isFixed={isFixed} />
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}

type AssignmentProps = { therapist: Member; supervisors: readonly Member[]; isFixed: boolean }

function Assignment({ therapist, supervisors, isFixed }: AssignmentProps) {
  const { userId, email, managedBy } = therapist
  const cache = useQueryClient()
  const assign = useMutation({
    mutationFn: (supervisorId: string | null) => api.members.assignSupervisor({ userId, supervisorId }),
    onSuccess: async (items, supervisorId) => {
      const supervisor = supervisors.find((person) => person.userId === supervisorId)
      showSuccess(
        supervisor
          ? `${nameOf(supervisor)} now supervises ${nameOf(therapist)}.`
          : `${nameOf(therapist)} no longer has a supervisor.`,
      )
      await showMembers(cache, items)
    },
  })
  const shown = assign.isPending ? assign.variables : managedBy
  return (
    <Table.Tr>
      <Table.Td className={table.wraps}>
        <StrongLine inherit>{nameOf(therapist)}</StrongLine>
        <HintLine>{email}</HintLine>
      </Table.Td>
      <Table.Td>
        <Stack gap="xs" maw={280}>
          <Select
            aria-label={`Supervisor of ${nameOf(therapist)}`}
            data={[none, ...supervisors.map((person) => ({ value: person.userId, label: nameOf(person) }))]}
            allowDeselect={false}
            searchable={supervisors.length > 8}
            nothingFoundMessage="No supervisor with this name."
            disabled={isFixed || supervisors.length === 0}
            // The select is not disabled while it is saved, so that it keeps the focus.
            readOnly={assign.isPending}
            value={shown ?? none.value}
            onChange={(value) => {
              const supervisorId = value === null || value === none.value ? null : value
              if (supervisorId !== managedBy) assign.mutate(supervisorId)
            }}
          />
          {assign.isError && <FormError message="Failed to update assignment">{reasonOf(assign.error)}</FormError>}
        </Stack>
      </Table.Td>
      <Table.Td>
        <Prelicensed therapist={therapist} isFixed={isFixed} />
      </Table.Td>
    </Table.Tr>
  )
}

/** Sets whether the organization counts a therapist as pre-licensed. The therapist's own profile may also say so. */
function Prelicensed({ therapist, isFixed }: Omit<AssignmentProps, 'supervisors'>) {
  const { userId, prelicensedBy } = therapist
  const cache = useQueryClient()
  const set = useMutation({
    mutationFn: (isPrelicensed: boolean) => api.members.setPrelicensed({ userId, isPrelicensed }),
    onSuccess: async (items, isPrelicensed) => {
      showSuccess(
        isPrelicensed
          ? `Notes of ${nameOf(therapist)} need a co-signature.`
          : `The organization no longer requires a co-signature for ${nameOf(therapist)}.`,
      )
      await showMembers(cache, items)
    },
  })
  return (
    <Stack gap="xs">
      <Checkbox
        label="Pre-licensed"
        aria-label={`${nameOf(therapist)} is pre-licensed`}
        disabled={isFixed}
        aria-busy={set.isPending}
        checked={set.isPending ? set.variables : prelicensedBy === 'organization'}
        onChange={(event) => {
          // The box is not disabled while it is saved, so that it keeps the focus.
          if (!set.isPending) set.mutate(event.currentTarget.checked)
        }}
      />
      {prelicensedBy === 'profile' && <HintLine>Pre-licensed by their own profile</HintLine>}
      {set.isError && <FormError message="Failed to update assignment">{reasonOf(set.error)}</FormError>}
    </Stack>
  )
}

/** Returns the reason of a failure, if the server gave one. */
function reasonOf(error: unknown): string | null {
  const { code, sentence } = readError(error)
  return code === 'unknown' ? null : sentence
}
