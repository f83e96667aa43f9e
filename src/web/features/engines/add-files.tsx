import { Button, Card } from '@mantine/core'
import { IconFilePlus, IconWifiOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import { sendEngineFile } from '#web/api/engine-files.ts'
import classes from './engines.module.css'

/** The card that explains how to install a model without internet. */
export function AddFilesCard() {
  return (
    <Card className={classes.addFiles}>
      <IconWifiOff size={24} aria-hidden />
      <div>
        <Strong>No internet on this machine?</Strong>
        <Hint>
          Download a model on another computer and add its files here. Attend verifies each file before using it.
        </Hint>
      </div>
      <AddFilesButton />
    </Card>
  )
}

/** Uploads the chosen files one after the other. The server identifies each by its SHA-256. */
export function AddFilesButton() {
  const cache = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [percent, setPercent] = useState<number | null>(null)

  async function send(files: readonly File[]) {
    setPercent(0)
    try {
      for (const file of files) await sendEngineFile(file, setPercent)
      showSuccess(files.length === 1 ? 'The file was verified and added.' : 'The files were verified and added.')
    } catch (error) {
      showFailure(readError(error).sentence)
    }
    setPercent(null)
    await cache.invalidateQueries({ queryKey: query.engines.key() })
  }

  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFilePlus size={17} aria-hidden />}
        disabled={percent !== null}
        onClick={() => input.current?.click()}
      >
        {percent === null ? 'Add files' : `Adding, ${percent}%`}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files of a model"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // Cleared, so that the same file can be chosen again.
          currentTarget.value = ''
          if (files.length > 0) void send(files)
        }}
      />
    </>
  )
}
