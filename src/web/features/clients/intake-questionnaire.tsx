import { Text } from '@mantine/core'
import { Dialog } from '#web/ui/dialog.tsx'

/** Says that no intake questionnaire is kept yet. */
export default function IntakeQuestionnaire({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Intake Questionnaire">
      <Text>No intake questionnaire has been filled in for this client.</Text>
      <Text c="dimmed" mt="sm">
        To document an intake today, upload the session and change its note type to Intake. It covers the presenting
        problem, history, mental status, diagnosis and treatment plan.
      </Text>
    </Dialog>
  )
}
