import { Button, Stack, Title } from '@mantine/core'
import { useEffect } from 'react'
import { readError } from '#web/api/errors.ts'
import { Muted } from '#web/ui/layout/text.ts'
import { Actions } from '#web/ui/layout/panel-parts.ts'
import { reloadIfNotLoaded } from '../browser/reload.ts'
import classes from './screens.module.css'

/** Messages of browsers for a missing response. Other TypeErrors are bugs of the app. */
const noResponse = /^(Failed to fetch|NetworkError|Load failed)/i

function textOf(error: unknown): string {
  const { code, sentence } = readError(error)
  if (!(error instanceof Error) || error.message === '') return sentence
  const isFault = code === 'unreachable' ? !noResponse.test(error.message) : code === 'unknown'
  return isFault ? error.message : sentence
}

/** Shown if a page failed to render (spec core §2). */
export function ErrorScreen({ error }: { error: unknown }) {
  useEffect(() => void reloadIfNotLoaded(error), [error])
  return (
    <Stack className={classes.screen} role="alert" gap="sm">
      <Title order={1}>Something went wrong</Title>
      <Muted>{textOf(error)}</Muted>
      <Actions>
        <Button onClick={() => window.location.reload()}>Reload Page</Button>
      </Actions>
    </Stack>
  )
}
