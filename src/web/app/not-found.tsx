import { Stack, Title } from '@mantine/core'
import { useMatches } from '@tanstack/react-router'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import classes from '#web/ui/layout/screens.module.css'
import { Muted } from '#web/ui/layout/text.ts'
import { Actions } from '#web/ui/layout/panel-parts.ts'

/** Shown if the URL matches no page. */
export function NotFound() {
  const isInShell = useMatches({ select: (matches) => matches.length > 1 })
  return (
    <Stack className={classes.screen} component={isInShell ? 'div' : 'main'} gap="sm">
      <title>Page not found · Attend</title>
      <Title order={1}>Page not found</Title>
      <Muted>This page does not exist. The address may be mistyped, or the page has moved.</Muted>
      <Actions>
        <ButtonLink to="/">Go to the dashboard</ButtonLink>
      </Actions>
    </Stack>
  )
}
