import { useQueryClient } from '@tanstack/react-query'
import type { Resource } from '#shared/contract/resources.ts'
import { api, query } from '#web/api/client.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { CancelButton } from '#web/ui/form/cancel-button.tsx'
import { ResourceForm } from './resource-form.tsx'

type Props = { opened: boolean; resource: Resource; onClose: () => void }

/** The dialog that edits a resource. */
export default function EditResource({ opened, resource, onClose }: Props) {
  const cache = useQueryClient()
  const { id: resourceId, title, url, description } = resource
  return (
    <Dialog opened={opened} onClose={onClose} title="Edit Resource" size="lg">
      <ResourceForm
        initial={{ title, url, description: description ?? '' }}
        submitLabel="Save Changes"
        failureText="Failed to save resource"
        beside={<CancelButton onCancel={onClose} />}
        onSave={async (details) => {
          await api.resources.update({ resourceId, ...details })
          await cache.invalidateQueries({ queryKey: query.resources.key() })
          onClose()
          showSuccess('Changes saved.')
        }}
      />
    </Dialog>
  )
}
