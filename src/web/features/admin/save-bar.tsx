import { Button, Group } from '@mantine/core'

/** The buttons of edit mode. */
export function SaveBar({ isSaving, onCancel }: { isSaving: boolean; onCancel: () => void }) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={isSaving}>
        Save Changes
      </Button>
    </Group>
  )
}
