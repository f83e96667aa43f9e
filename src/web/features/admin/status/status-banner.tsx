import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react'
import { Strong } from '#web/ui/layout/text.ts'
import classes from './status.module.css'

type Props = { failed: number; isAllWell: boolean; isRunning: boolean; onRunAll: () => void }

/** The number of failed sessions with a button to retry all, or the message that everything works. */
export function StatusBanner({ failed, isAllWell, isRunning, onRunAll }: Props) {
  if (failed === 0)
    return isAllWell ? (
      <Alert role="note" color="spruce" icon={<IconCircleCheck aria-hidden />} title="Everything is working" />
    ) : null
  return (
    <Alert role="alert" color="ochre" icon={<IconAlertTriangle aria-hidden />}>
      <Group justify="space-between" gap="sm" className={classes.banner}>
        <div>
          <Strong inherit>
            {failed === 1 ? '1 session could not be finished' : `${failed} sessions could not be finished`}
          </Strong>
          <Text inherit>All recordings are saved.</Text>
        </div>
        <Button
          leftSection={<IconRefresh size={17} aria-hidden />}
          aria-busy={isRunning}
          onClick={isRunning ? undefined : onRunAll}
        >
          {failed === 1 ? 'Run it again' : `Run all ${failed} again`}
        </Button>
      </Group>
    </Alert>
  )
}
