import { Button } from '@mantine/core'

/** Firefox and Safari remember a script file that failed to load until the document is reloaded, so a retry can be in vain. */
export function ReloadButton() {
  return (
    <Button variant="default" size="xs" onClick={() => window.location.reload()}>
      Reload Page
    </Button>
  )
}
