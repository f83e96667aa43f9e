import { Card, Group } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useId } from 'react'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { CardTitle } from '#web/ui/layout/panel-parts.ts'
import { Muted } from '#web/ui/layout/text.ts'
import classes from './psychotherapy-notes.module.css'

/** A link from the page of the user's own client to the psychotherapy notes. Their text is never on that page. */
export function ClientNotesLink({ clientId }: { clientId: string }) {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id} className={classes.link}>
      <CardTitle id={id}>Psychotherapy notes</CardTitle>
      <Group justify="space-between">
        <Muted>Only you can read these. They are separate from the record.</Muted>
        <ButtonLink
          variant="default"
          to="/psychotherapy-notes/$clientId"
          params={{ clientId }}
          leftSection={<IconLock size={17} aria-hidden />}
        >
          Open psychotherapy notes
        </ButtonLink>
      </Group>
    </Card>
  )
}

/** A link in Settings to all psychotherapy notes, including those about clients who were transferred. */
export function AllNotesLink() {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id}>
      <CardTitle id={id}>Psychotherapy notes</CardTitle>
      <Group justify="space-between">
        <Muted>Only you can read these. Notes about clients who were transferred stay with you.</Muted>
        <ButtonLink variant="default" to="/psychotherapy-notes" leftSection={<IconLock size={17} aria-hidden />}>
          All psychotherapy notes
        </ButtonLink>
      </Group>
    </Card>
  )
}
