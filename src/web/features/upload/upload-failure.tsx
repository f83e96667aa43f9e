import { Alert, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Actions } from '#web/ui/layout/panel-parts.ts'

type Props = {
  sentence: string
  isRetrying: boolean
  onRetry: () => void
  onOtherFile: () => void
  children?: ReactNode
}

/** The error of an upload with recovery actions. Data that the server already has are not sent again. */
export function UploadFailure({ sentence, isRetrying, onRetry, onOtherFile, children }: Props) {
  return (
    <Alert color="ember" title={sentence}>
      <Actions gap="sm">
        <Button variant="default" size="xs" loading={isRetrying} onClick={onRetry}>
          Try Again
        </Button>
        <Button variant="default" size="xs" disabled={isRetrying} onClick={onOtherFile}>
          Choose another file
        </Button>
        {children}
      </Actions>
    </Alert>
  )
}
