import { Button, Group } from '@mantine/core'

type Props = { submit: string; cancel?: string; isSending: boolean; onCancel: () => void }

/** The button row of a form in a dialog. */
export function FormButtons({ submit, cancel = 'Cancel', isSending, onCancel }: Props) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {cancel}
      </Button>
      <Button type="submit" loading={isSending}>
        {submit}
      </Button>
    </Group>
  )
}
