import type { Resource } from '#shared/contract/resources.ts'
import { api, query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { useChangeOf } from '#web/api/use-change.ts'
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
  const change = useChangeOf([query.resources])
  const { onDone, onClosed } = useFocusAfter(onGone)
  const { id: resourceId, title, url, description } = resource
  return (
    <Dialog opened={opened} onClose={onClose} onExitTransitionEnd={onClosed} title="Edit Resource" size="lg">
      <ResourceForm
        initial={{ title, url, description: description ?? '' }}
        submitLabel="Save Changes"
        failureText="Failed to save resource"
        beside={<CancelButton onCancel={onClose} />}
        onSave={async (details) => {
          const before = { title, url, description }
          await change(() => api.resources.update({ resourceId, before, ...details })).catch((error: unknown) => {
            if (readError(error).code === 'resource_missing') onDone()
            throw error
          })
          onClose()
          showSuccess('Changes saved.')
        }}
      />
    </Dialog>
  )
}
