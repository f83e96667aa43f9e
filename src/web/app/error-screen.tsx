import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { readError } from '#web/api/errors.ts'
import classes from './screens.module.css'

/** Shown in place of a page that could not be drawn (specification, section 2). */
export function ErrorScreen({ error }: { error: unknown }) {
  const { code, sentence } = readError(error)
  const known = code !== 'unknown' || !(error instanceof Error) || error.message === ''
  return (
    <Stack className={classes.screen} role="alert" gap="sm">
      <Title order={1}>Something went wrong</Title>
      <Text c="dimmed">{known ? sentence : error.message}</Text>
      <Group mt="sm">
        <Button onClick={() => window.location.reload()}>Reload Page</Button>
      </Group>
    </Stack>
  )
}
