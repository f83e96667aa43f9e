import { useQueryClient } from '@tanstack/react-query'
import type { Resource } from '#shared/contract/resources.ts'
import { api, query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { useFocusAfter } from '#web/ui/dialog/use-focus-after.ts'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { CancelButton } from '#web/ui/form/cancel-button.tsx'
import { ResourceForm } from './resource-form.tsx'

type Props = {
  opened: boolean
  resource: Resource
  onClose: () => void
  /** Called when the dialog has closed and the resource was deleted meanwhile, to move the focus. */
  onGone: () => void
}

/** The dialog that edits a resource. */
export default function EditResource({ opened, resource, onClose, onGone }: Props) {
  const cache = useQueryClient()
  const { onDone, onClosed } = useFocusAfter(onGone)
  const { id: resourceId, title, url, description } = resource
  const refresh = () => cache.invalidateQueries({ queryKey: query.resources.key() })
  return (
    <Dialog opened={opened} onClose={onClose} onExitTransitionEnd={onClosed} title="Edit Resource" size="lg">
      <ResourceForm
        initial={{ title, url, description: description ?? '' }}
        submitLabel="Save Changes"
        failureText="Failed to save resource"
        beside={<CancelButton onCancel={onClose} />}
        onSave={async (details) => {
          try {
            await api.resources.update({ resourceId, before: { title, url, description }, ...details })
          } catch (error) {
            // It may have been changed or deleted elsewhere.
            if (readError(error).code === 'resource_missing') onDone()
            void refresh()
            throw error
          }
          await refresh()
          onClose()
          showSuccess('Changes saved.')
        }}
      />
    </Dialog>
  )
}
