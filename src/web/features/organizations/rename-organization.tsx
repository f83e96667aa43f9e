import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { accountQuery } from '#web/identity/account.ts'
import { api, query } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, useSubmission } from '#web/ui/form/form.ts'
import { organizationNameCheck } from '#web/ui/form/name-checks.ts'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { UnsavedInput } from '#web/identity/unsaved-input.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'

type Props = { opened: boolean; name: string; onClose: () => void }

/** Renames the organization. */
export default function RenameOrganization({ opened, name, onClose }: Props) {
  const cache = useQueryClient()
  const form = useForm({
    initialValues: { name },
    validate: { name: organizationNameCheck },
  })
  const { submit, failure, clearFailure, isSending } = useSubmission<typeof form.values>(async (values) => {
    const organization = await api.organizations.rename(values)
    showResult(cache, query.organizations.get.queryKey(), organization)
    await Promise.all([
      cache.invalidateQueries({ queryKey: query.organizations.mine.key() }),
      cache.invalidateQueries(accountQuery),
    ])
    form.setValues({ name: organization.name })
    form.resetDirty({ name: organization.name })
    onClose()
    showSuccess(`Your organization is now called ${organization.name}.`)
  }, 'Failed to rename organization')
  return (
    <Dialog opened={opened} onClose={onClose} onExitTransitionEnd={clearFailure} title="Rename organization">
      <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
        <Stack gap="md">
          <UnsavedInput isDirty={form.isDirty()} />
          <TextInput
            label="Name"
            required
            data-autofocus
            autoComplete="organization"
            maxLength={200}
            {...form.getInputProps('name')}
          />
          <FormError message={failure} />
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={isSending}>
              {isSending ? 'Saving...' : 'Save Changes'}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
