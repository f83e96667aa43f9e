import { Button } from '@mantine/core'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'

type Props = { submit: string; cancel?: string; isSending: boolean; onCancel: () => void }

/** The button row of a form in a dialog. */
export function FormButtons({ submit, cancel = 'Cancel', isSending, onCancel }: Props) {
  return (
    <DialogButtons>
      <Button variant="default" onClick={onCancel}>
        {cancel}
      </Button>
      <Button type="submit" loading={isSending}>
        {submit}
      </Button>
    </DialogButtons>
  )
}
