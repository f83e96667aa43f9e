import { Button, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Member } from '#shared/contract/members.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { useSingleMutation } from '#web/api/use-single-mutation.ts'
import { openFreshDashboard } from '#web/identity/identity-guard.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { useFocusAfter } from '#web/ui/dialog/use-focus-after.ts'
import { nameOf, showMembers } from './member-list-query.ts'

type Props = {
  opened: boolean
  member: Member
  isSelf: boolean
  onClose: () => void
  /** Called when the dialog and its opening button are gone, to move the focus. */
  onGone: () => void
}

/** Confirms that a member is removed and explains what happens to their clients. */
export default function RemoveMember({ opened, member, isSelf, onClose, onGone }: Props) {
  const cache = useQueryClient()
  const { onDone, onClosed } = useFocusAfter(onGone)
  const remove = useSingleMutation({
    mutationFn: () => api.members.remove({ userId: member.userId }),
    onSuccess: (items) => {
      if (isSelf) return openFreshDashboard()
      onDone()
      onClose()
      showSuccess(`${nameOf(member)} was removed.`)
      void showMembers(cache, items)
    },
  })
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => {
        onClosed()
        remove.reset()
      }}
      title={`Remove ${nameOf(member)}`}
    >
      <Stack gap="md">
        <Text>Are you sure you want to remove this member from the organization?</Text>
        <Hint>
          {isSelf ? 'You lose access' : 'They lose access'} immediately. Clients and notes stay with the organization
          and can be transferred to a colleague.
        </Hint>
        <FormError message={remove.isError ? readError(remove.error, 'Failed to remove member').sentence : null} />
        <DialogButtons>
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button color="ember" loading={remove.isPending} onClick={() => remove.mutate()}>
            Remove
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
