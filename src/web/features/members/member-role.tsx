import { Button, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Member } from '#shared/contract/members.ts'
import { organizationRoles, type Role, rolesToGive } from '#shared/rules/roles.ts'
import { api, query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { rolePhrase, roleQuestion, type RoleQuestion } from '#web/ui/format/role-change.ts'
import { roleNames } from '#web/ui/format/role-names.ts'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { nameOf, showMembers } from './member-list-query.ts'

type Props = { member: Member; members: readonly Member[]; own: Role | null; ownId: string; isFixed: boolean }

/** A member's role: text, or a select for users who may change it. Changes with side effects are confirmed first. */
export function MemberRole({ member, members, own, ownId, isFixed }: Props) {
  const cache = useQueryClient()
  const [asked, setAsked] = useState<(RoleQuestion & { role: Role }) | null>(null)
  const [isAsking, setAsking] = useState(false)
  const change = useMutation({
    mutationFn: (role: Role) => api.members.changeRole({ userId: member.userId, role }),
    onSuccess: async (items, role) => {
      await showMembers(cache, items)
      showSuccess(`${nameOf(member)} is now ${rolePhrase(role)}.`)
    },
    onError: (error) => {
      showFailure(readError(error, 'Failed to change role').sentence)
      void cache.invalidateQueries({ queryKey: query.members.key() })
    },
  })
  const roles = isFixed ? [] : rolesToGive(own, member.role)
  const isLastOwner = member.role === 'owner' && members.filter(({ role }) => role === 'owner').length === 1
  if (roles.length < 2 || isLastOwner) return roleNames[member.role]
  const choose = (role: Role) => {
    const question = roleQuestion({
      name: nameOf(member),
      from: member.role,
      to: role,
      supervised: members.filter(({ managedBy }) => managedBy === member.userId).length,
      isOwn: member.userId === ownId,
    })
    if (question === null) {
      change.mutate(role)
      return
    }
    setAsked({ ...question, role })
    setAsking(true)
  }
  return (
    <>
      <Select
        aria-label={`Role of ${nameOf(member)}`}
        w={150}
        data={roles.map((role) => ({ value: role, label: roleNames[role] }))}
        allowDeselect={false}
        // The select is not disabled, because the dialog returns the focus to it.
        readOnly={change.isPending}
        value={change.isPending ? change.variables : member.role}
        onChange={(value) => {
          const role = organizationRoles.find((known) => known === value)
          if (role !== undefined && role !== member.role) choose(role)
        }}
      />
      <Dialog opened={isAsking} onClose={() => setAsking(false)} title={asked?.title ?? ''}>
        <Stack gap="md">
          <Text>{asked?.consequence}</Text>
          <DialogButtons>
            <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button
              onClick={() => {
                setAsking(false)
                if (asked) change.mutate(asked.role)
              }}
            >
              Change Role
            </Button>
          </DialogButtons>
        </Stack>
      </Dialog>
    </>
  )
}
