import { Button, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { LeadHint } from '#web/ui/layout/text.ts'
import { copyLink } from './invitation-link.ts'
import classes from './invitations.module.css'

/** The link to an invitation that the inviter passes on, as text to select and with a button that copies it. */
export function ShownLink({ link }: { link: string }) {
  return (
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
        To share yourself; the email has its own link. This link can be used once, expires in seven days, and asks for a
        code sent to this address.
      </LeadHint>
    </div>
  )
}
