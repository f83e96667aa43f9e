import { Code, Stack } from '@mantine/core'
import { useState } from 'react'
import type { EngineModel } from '#shared/contract/engines.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Detail, Details } from '#web/ui/layout/details.tsx'
import { Hint } from '#web/ui/layout/text.ts'
import { shownBytes } from './sizes.ts'
import classes from './engines.module.css'

/** The license and the files of a model, with the addresses of their sources. */
export function EngineDetails({ model, onClose }: { model: EngineModel | null; onClose: () => void }) {
  const [shown, setShown] = useState(model)
  // The content remains while the dialog closes.
  if (model !== null && model !== shown) setShown(model)
  return (
    <Dialog opened={model !== null} onClose={onClose} title={shown?.name} size="lg">
      {shown && (
        <Stack gap="md">
          <Details>
            <Detail name="License">{shown.license}</Detail>
            <Detail name="Languages and speed">{shown.about}</Detail>
            <Detail name="Memory needed">{shownBytes(shown.memory)}</Detail>
          </Details>
          <ul className={classes.files}>
            {shown.files.map((file) => (
              <li key={file.name}>
                <span className={classes.breaking}>
                  {file.name}, {shownBytes(file.bytes)}
                </span>
                <Hint>Source</Hint>
                <span className={classes.breaking}>{file.url}</span>
                <Hint>SHA-256</Hint>
                <Code className={classes.breaking}>{file.sha256}</Code>
              </li>
            ))}
          </ul>
        </Stack>
      )}
    </Dialog>
  )
}
