import { Stack, Text } from '@mantine/core'
import type { AdminMember } from '#shared/contract/admin-organizations.ts'
import type { RemovalPermissions } from '#shared/contract/members.ts'
import { api } from '#web/api/client.ts'
import { allowedAfter } from '#web/api/removal.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { RemovalButtons } from '#web/ui/dialog/removal-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { Muted } from '#web/ui/layout/text.ts'
import { nameOf } from '../labels.ts'
import { useMemberChange } from './use-member-change.ts'

type Props = {
  organizationId: string
  member: AdminMember
  opened: boolean
  onClose: () => void
  /** Called before the button that opened this dialog is removed, to select what takes the focus. */
  onGone: () => void
}

/** Asks before a member is removed. Opens on top of the organization's details. */
export function RemoveMember({ organizationId, member, opened, onClose, onGone }: Props) {
  const onDone = () => {
    onGone()
    onClose()
  }
  const change = useMemberChange(organizationId, { onDone, onMissing: onGone })
  const allowed = allowedAfter(change.reason)
  const remove = (may: Partial<RemovalPermissions>) =>
    change.begin({
      memberId: member.memberId,
      may,
      send: () => api.admin.removeMember({ memberId: member.memberId, ...may }),
      failing: 'Error removing member: ',
      done: `${nameOf(member.user)} was removed.`,
    })
  return (
    <Dialog
      stackId="remove"
      opened={opened}
      onClose={onClose}
      isBusy={change.isPending}
      onExitTransitionEnd={change.clearFailure}
      title="Remove member"
    >
      <Stack gap="xs">
        <Text>Are you sure you want to remove this member from the organization?</Text>
        <Muted>{nameOf(member.user)} loses access immediately. Clients and notes stay with the organization.</Muted>
        <FormError message={change.failure} />
      </Stack>
      <RemovalButtons
        action="Remove"
        isAsked={allowed !== null}
        isPending={change.isPending}
        onCancel={onClose}
        onConfirm={() => remove({ ...change.may, ...allowed })}
      />
    </Dialog>
  )
}
