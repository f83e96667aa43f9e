import { Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminOrganizationDetails } from '#shared/contract/admin-organizations.ts'
import { api, query } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { Detail, Details } from '#web/ui/layout/details.tsx'
import { focusFirstError, focusFirstField } from '#web/ui/form/form.ts'
import { organizationNameCheck } from '#web/ui/form/name-checks.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { changedFields, hasChanged } from '#web/ui/form/changed-fields.ts'
import { choicesOf, planNames, subscriptionNames } from '../labels.ts'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { useSave } from '../details/use-save.ts'

type Props = { organization: AdminOrganizationDetails; onDone: () => void }

/** The form to edit an organization; only changed fields are saved. */
export function OrganizationForm({ organization, onDone }: Props) {
  const cache = useQueryClient()
  const { id: organizationId, subscriptionPlan, subscriptionStatus, hasBillingAccount } = organization
  // The values that the form was opened with, also if the organization was loaded again since.
  const [before] = useState(() => fieldsOf(organization))
  const form = useForm({
    initialValues: before,
    validate: { name: organizationNameCheck },
  })
  const { save, failure, isSaving } = useSave(
    async (values: typeof before) => {
      if (hasChanged(before, values)) {
        const saved = await api.admin.updateOrganization({ organizationId, ...changedFields(before, values) })
        showResult(cache, query.admin.getOrganization.queryKey({ input: { organizationId } }), saved)
      }
    },
    'Error saving organization details: ',
    onDone,
  )
  return (
    <form ref={focusFirstField} noValidate onSubmit={form.onSubmit(save, focusFirstError(form))}>
      <Stack gap="md">
        <FormError message={failure?.text ?? null} />
        <TextInput
          label="Name"
          required
          data-autofocus
          autoComplete="off"
          maxLength={200}
          {...form.getInputProps('name')}
        />
        {hasBillingAccount ? (
          <div>
            <Details>
              <Detail name="Plan">{planNames[subscriptionPlan]}</Detail>
              <Detail name="Status">{subscriptionNames[subscriptionStatus]}</Detail>
            </Details>
            <Hint>Plan and status come from the organization’s billing account.</Hint>
          </div>
        ) : (
          <>
            <Select
              label="Plan"
              data={choicesOf(planNames)}
              allowDeselect={false}
              {...form.getInputProps('subscriptionPlan')}
            />
            <Select
              label="Status"
              data={choicesOf(subscriptionNames)}
              allowDeselect={false}
              {...form.getInputProps('subscriptionStatus')}
            />
          </>
        )}
        <FormButtons submit="Save Changes" isSending={isSaving} onCancel={onDone} />
      </Stack>
      <UnsavedGuard isDirty={hasChanged(before, form.values)} what="this organization" hasSearch onDiscard={onDone} />
    </form>
  )
}

function fieldsOf({ name, subscriptionPlan, subscriptionStatus }: AdminOrganizationDetails) {
  return { name, subscriptionPlan, subscriptionStatus }
}
