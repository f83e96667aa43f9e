import { Button, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCopy } from '@tabler/icons-react'
import type { SentInvitation } from '#shared/contract/invitations.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusOnMount } from '#web/ui/form/form.ts'
import { LeadHint } from '#web/ui/layout/text.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { copyLink } from './invitation-link.ts'
import classes from './invitations.module.css'

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
      <div>
        <Text fw={500} size="sm" mb="3xs">
          Invitation link:
        </Text>
        <div className={classes.link}>
          <code>{link}</code>
          <Button
            variant="default"
            size="xs"
            flex="none"
            leftSection={<IconCopy size={15} aria-hidden />}
            onClick={() => void copyLink(link)}
          >
            Copy Link
          </Button>
        </div>
        <LeadHint>
          To share yourself; the email has its own link. This link can be used once, expires in seven days, and asks for
          a code sent to this address.
        </LeadHint>
      </div>
      <DialogButtons>
        <Button ref={focusOnMount} onClick={onClose}>
          Close
        </Button>
      </DialogButtons>
    </Stack>
  )
}
