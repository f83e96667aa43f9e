import { Text } from '@mantine/core'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Muted } from '#web/ui/layout/text.ts'

type Props = { opened: boolean; canDocument: boolean; onClose: () => void }

/** Explains that there is no intake questionnaire, and how to document an intake instead. */
export default function IntakeQuestionnaire({ opened, canDocument, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Intake Questionnaire">
      <Text>No intake questionnaire has been filled in for this client.</Text>
      {canDocument && (
        <Muted mt="sm">
          To document an intake today, record or upload the session and change its note type to Intake. It covers the
          presenting problem, history, mental status, diagnosis and treatment plan.
        </Muted>
      )}
    </Dialog>
  )
}
