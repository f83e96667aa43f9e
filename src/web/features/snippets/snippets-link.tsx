import { Card, Group } from '@mantine/core'
import { useId } from 'react'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { CardTitle } from '#web/ui/layout/panel-parts.ts'
import { Muted } from '#web/ui/layout/text.ts'

/** A link in Settings to the snippets. */
export function SnippetsLink() {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id}>
      <CardTitle id={id}>Snippets</CardTitle>
      <Group justify="space-between">
        <Muted>Sentences you write often, inserted into a note by typing ; and a trigger.</Muted>
        <ButtonLink variant="default" to="/snippets">
          Manage snippets
        </ButtonLink>
      </Group>
    </Card>
  )
}
