import { Group, Stack, Text, Title } from '@mantine/core'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import classes from '#web/ui/layout/screens.module.css'

/** Shown for a URL that names no page. */
export function NotFound() {
  return (
    <Stack className={classes.screen} component="main" gap="sm">
      <title>Page not found · Attend</title>
      <Title order={1}>Page not found</Title>
      <Text c="dimmed">This page does not exist. The address may be mistyped, or the page has moved.</Text>
      <Group mt="sm">
        <ButtonLink to="/">Go to the dashboard</ButtonLink>
      </Group>
    </Stack>
  )
}
