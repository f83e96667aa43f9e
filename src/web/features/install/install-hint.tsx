import { Button, Card, Group, Title } from '@mantine/core'
import { Muted } from '#web/ui/layout/text.ts'
import { closeInstallHint, install, useInstallOffer } from './install-offer.ts'

/** Explains on phones and tablets how to add Attend to the home screen. */
export function InstallHint() {
  const offer = useInstallOffer()
  if (offer === undefined) return null
  return (
    <Card component="section" aria-labelledby="install-hint">
      <Title order={2} id="install-hint" mb="xs">
        Attend on your home screen
      </Title>
      <Muted>
        It opens like an app, without the browser’s bars.
        {offer === 'by hand' && ' Tap Share, then ‘Add to Home Screen’. You sign in there once more.'}
      </Muted>
      <Group gap="sm" mt="md">
        {offer === 'dialog' && <Button onClick={() => void install()}>Add to Home Screen</Button>}
        <Button variant="default" onClick={closeInstallHint}>
          {offer === 'dialog' ? 'Not Now' : 'Close'}
        </Button>
      </Group>
    </Card>
  )
}
