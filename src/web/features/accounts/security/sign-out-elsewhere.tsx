import { Button, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api, query } from '#web/api/client.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { useFocusAfter } from '#web/ui/dialog/use-focus-after.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { useSubmission } from '#web/ui/form/form.ts'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'

type Props = {
  opened: boolean
  devices: number
  onClose: () => void
  /** Called when the dialog has closed and the button that opened it is removed, to move the focus. */
  onGone: () => void
}

const countText = (devices: number, noun: string) => `${devices} ${noun}${devices === 1 ? '' : 's'}`

/** Asks before all other devices are signed out. */
export default function SignOutElsewhere({ opened, devices, onClose, onGone }: Props) {
  const { onDone, onClosed } = useFocusAfter(onGone)
  const cache = useQueryClient()
  const { submit, failure, clearFailure, isSending } = useSubmission<undefined>(async () => {
    const { ended } = await api.accounts.signOutElsewhere()
    onDone()
    onClose()
    showSuccess(`Signed out on ${countText(ended, 'device')}.`)
  }, 'The other devices could not be signed out')
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      isBusy={isSending}
      // The failure is cleared after the transition, so that the title does not change while the dialog closes.
      onExitTransitionEnd={() => {
        clearFailure()
        void cache.invalidateQueries({ queryKey: query.accounts.signIns.key() }).then(onClosed)
      }}
      title={`Sign out ${countText(devices, 'other device')}?`}
    >
      <Stack gap="md">
        <Text>A recording in progress there stays on that device until you sign in on it again.</Text>
        <FormError message={failure} />
        <DialogButtons>
          <Button variant="default" disabled={isSending} onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isSending} onClick={() => void submit(undefined)}>
            Sign out everywhere else
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
