import { Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Member, RemovalPermissions } from '#shared/contract/members.ts'
import { api, query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { allowedAfter } from '#web/api/removal.ts'
import { useSingleMutation } from '#web/api/use-single-mutation.ts'
import { openFreshDashboard } from '#web/identity/identity-guard.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { RemovalButtons } from '#web/ui/dialog/removal-buttons.tsx'
import { useFocusAfter } from '#web/ui/dialog/use-focus-after.ts'
import { nameOf, showMembers } from './member-list-query.ts'

type Props = {
  opened: boolean
  member: Member
  /** Number of therapists whom the member supervises. */
  supervised: number
  isSelf: boolean
  onClose: () => void
  /** Called when the dialog has closed and the button that opened it is removed, to move the focus. */
  onGone: () => void
}

/** Asks before a member is removed or leaves, and explains what happens to their clients. */
export default function RemoveMember({ opened, member, supervised, isSelf, onClose, onGone }: Props) {
  const cache = useQueryClient()
  const { onDone, onClosed } = useFocusAfter(onGone)
  const remove = useSingleMutation({
    mutationFn: (allowed: Partial<RemovalPermissions>) => api.members.remove({ userId: member.userId, ...allowed }),
    onSuccess: (items) => {
      if (isSelf) return openFreshDashboard()
      onDone()
      onClose()
      showSuccess(`${nameOf(member)} was removed.`)
      void showMembers(cache, items)
    },
    onError: (error) => {
      if (readError(error).code !== 'member_missing') return
      onDone()
      void cache.invalidateQueries({ queryKey: query.members.key() })
    },
  })
  const failing = isSelf ? 'Failed to leave organization' : 'Failed to remove member'
  const failure = remove.isError ? readError(remove.error, failing) : null
  const allowed = allowedAfter(failure)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      isBusy={remove.isPending}
      onExitTransitionEnd={() => {
        onClosed()
        remove.reset()
      }}
      title={isSelf ? 'Leave organization' : `Remove ${nameOf(member)}`}
    >
      <Stack gap="md">
        {isSelf ? (
          <>
            <Text>Are you sure you want to leave the organization?</Text>
            <Hint>
              You lose access immediately and can return only with an invitation. Your clients and notes stay with the
              organization, where an owner or admin can transfer them to a colleague. Sign your notes first: you cannot
              sign them afterwards. No one can read your psychotherapy notes.
            </Hint>
          </>
        ) : (
          <>
            <Text>Are you sure you want to remove this member from the organization?</Text>
            <Hint>
              They lose access immediately. Clients and notes stay with the organization and can be transferred to a
              colleague.
            </Hint>
          </>
        )}
        {supervised > 0 && <Hint>{supervisionText(supervised, isSelf)}</Hint>}
        <FormError message={failure?.sentence ?? null} />
        <RemovalButtons
          action={isSelf ? 'Leave' : 'Remove'}
          isAsked={allowed !== null}
          isPending={remove.isPending}
          onCancel={onClose}
          onConfirm={() => remove.mutate({ ...remove.variables, ...allowed })}
        />
      </Stack>
    </Dialog>
  )
}

function supervisionText(therapists: number, isSelf: boolean): string {
  const who = isSelf ? 'you' : 'they'
  return therapists === 1
    ? `The therapist ${who} supervise will have no supervisor.`
    : `The ${therapists} therapists ${who} supervise will have no supervisor.`
}
