import { Button } from '@mantine/core'

/**
 * A button that reloads the document. Firefox and Safari do not request a script again that failed to load, so a retry
 * may not help.
 */
export function ReloadButton() {
  return (
    <Button variant="default" size="xs" onClick={() => window.location.reload()}>
      Reload Page
    </Button>
  )
}
