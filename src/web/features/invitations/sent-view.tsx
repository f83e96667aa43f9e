import { Button, Stack } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { SentInvitation } from '#shared/contract/invitations.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusOnMount } from '#web/ui/form/form.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import classes from './invitations.module.css'
import { ShownLink } from './shown-link.tsx'

/** The result of an invitation: it was sent, or why the mail failed. Shows the link in both cases. */
export function SentView({ sent, onClose }: { sent: SentInvitation; onClose: () => void }) {
  const { failure, link, invitation } = sent
  return (
    <Stack gap="md">
      {failure === null ? (
        <output className={classes.sent}>
          <IconCircleCheck size={20} aria-hidden />
          <span>
            <strong>Invitation sent successfully!</strong>
            An email invitation was sent to {invitation.email} with instructions to join.
          </span>
        </output>
      ) : (
        <FormError message={failure}>
          The invitation was created. Give {invitation.email} the link below, or send the mail again later.
        </FormError>
      )}
      <ShownLink link={link} />
      <DialogButtons>
        <Button ref={focusOnMount} onClick={onClose}>
          Close
        </Button>
      </DialogButtons>
    </Stack>
  )
}
