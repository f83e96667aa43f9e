import { Select, SimpleGrid, Stack } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { type Client, ClientChanges, ClientDetails, Pronouns } from '#shared/contract/clients.ts'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { changedFields } from '#web/ui/form/changed-fields.ts'
import { focusFirstError, useSubmission } from '#web/ui/form/form.ts'
import { NameFields } from '#web/ui/form/name-fields.tsx'
import { ClientInputs, clientFieldValues, type ClientFieldValues } from './client-fields.tsx'

type Fields = ClientFieldValues & { firstName: string; lastName: string; pronouns: Pronouns }

type Props = {
  /** The client to change; undefined for a new one. */
  client?: Client
  submitLabel: string
  failureText: string
  /** `changed` has the details that differ from those at first. */
  onSave: (details: ClientDetails, changed: ClientChanges) => Promise<void>
  onCancel: () => void
}

function fieldsOf(client: Client | undefined): Fields {
  return {
    firstName: client?.firstName ?? '',
    lastName: client?.lastName ?? '',
    pronouns: client?.pronouns ?? 'N/A',
    ...clientFieldValues(client),
  }
}

/** The client form, validated by the contract's schema. */
export function ClientForm({ client, submitLabel, failureText, onSave, onCancel }: Props) {
  const form = useForm<Fields>({
    initialValues: fieldsOf(client),
    validate: schemaResolver(ClientDetails, { sync: true }),
  })
  const { submit, failure, isSending } = useSubmission<Fields>((values) => {
    const changed = changedFields(form.getInitialValues(), values)
    return onSave(ClientDetails.parse(values), ClientChanges.parse(changed))
  }, failureText)
  return (
    <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
      <Stack gap="md">
        <UnsavedGuard isDirty={form.isDirty()} what="this client" />
        <FormError message={failure} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NameFields firstName={form.getInputProps('firstName')} lastName={form.getInputProps('lastName')} />
        </SimpleGrid>
        <Select label="Pronouns" data={Pronouns.options} allowDeselect={false} {...form.getInputProps('pronouns')} />
        <ClientInputs form={form} />
        <FormButtons submit={submitLabel} isSending={isSending} onCancel={onCancel} />
      </Stack>
    </form>
  )
}
