import { Alert, Button, Text } from '@mantine/core'
import { Actions } from '#web/ui/layout/panel-parts.ts'

/** Shown if the selected file is not the file of the interrupted upload. Nothing of it was sent. */
export function AnotherFileAlert({
  onChooseAgain,
  onStartOver,
}: {
  onChooseAgain: () => void
  onStartOver: () => void
}) {
  return (
    <Alert color="ember" title="This is another file">
      <Text>
        It has the name and the size of the file whose upload stopped, but not its content. Choose the file that you
        began with, or start over with this one: then what was sent of the other is thrown away.
      </Text>
      <Actions gap="sm">
        <Button variant="default" size="xs" onClick={onChooseAgain}>
          Choose the file again
        </Button>
        <Button variant="default" size="xs" onClick={onStartOver}>
          Start over with this file
        </Button>
      </Actions>
    </Alert>
  )
}
