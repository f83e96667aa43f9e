import { Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminClientDetails } from '#shared/contract/admin-clients.ts'
import type { AdminPerson } from '#shared/contract/admin-lists.ts'
import { api, query } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'
import { readError } from '#web/api/errors.ts'
import { isEmail } from '#web/ui/form/email.ts'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, focusFirstField } from '#web/ui/form/form.ts'
import { nameChecks } from '#web/ui/form/name-checks.ts'
import { NameFields } from '#web/ui/form/name-fields.tsx'
import { changedFields, hasChanged } from '#web/ui/form/changed-fields.ts'
import { choicesOf, clientStatusNames, nameOf } from '../labels.ts'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { useSave } from '../details/use-save.ts'

type Props = { client: AdminClientDetails; onRefused: () => void; onDone: () => void }

/** The form to edit a client; only changed fields are saved. */
export function ClientForm({ client, onRefused, onDone }: Props) {
  const cache = useQueryClient()
  const clientId = client.id
  // The values that the form was opened with, also if the client was loaded again since.
  const [before] = useState(() => fieldsOf(client))
  const { save, failure, isSaving, clearFailure } = useSave(
    async ({ mayStayUnsigned, ...values }: typeof before & { mayStayUnsigned: boolean }) => {
      if (!hasChanged(before, values)) return
      const changes = changedFields(before, { ...values, email: values.email.trim() })
      try {
        const saved = await api.admin.updateClient({
          clientId,
          ...changes,
          ...(mayStayUnsigned && { mayStayUnsigned }),
        })
        showResult(cache, query.admin.getClient.queryKey({ input: { clientId } }), saved)
      } catch (error) {
        if (readError(error).code === 'justification_missing') onRefused()
        throw error
      }
    },
    'Error saving client details: ',
    onDone,
  )
  const mayStayUnsigned = failure?.code === 'client_unsigned'
  const form = useForm({
    initialValues: before,
    // The failure, which may be a question, concerns the therapist selected before.
    onValuesChange: (values, former) => values.therapistId !== former.therapistId && clearFailure(),
    validate: {
      ...nameChecks,
      email: (email) => (email.trim() === '' || isEmail(email) ? null : 'Enter a valid email address.'),
    },
  })
  return (
    <form
      ref={focusFirstField}
      noValidate
      onSubmit={form.onSubmit((values) => save({ ...values, mayStayUnsigned }), focusFirstError(form))}
    >
      <Stack gap="md">
        <FormError message={failure?.text ?? null} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NameFields firstName={form.getInputProps('firstName')} lastName={form.getInputProps('lastName')} />
          <TextInput label="Email" type="email" autoComplete="off" {...form.getInputProps('email')} />
          <TextInput label="Phone" type="tel" autoComplete="off" maxLength={40} {...form.getInputProps('phone')} />
          <Select
            label="Status"
            data={choicesOf(clientStatusNames)}
            allowDeselect={false}
            {...form.getInputProps('status')}
          />
          {client.organization && (
            <TherapistChoice
              organizationId={client.organization.id}
              present={client.therapist}
              field={form.getInputProps('therapistId')}
            />
          )}
        </SimpleGrid>
        <FormButtons
          submit={mayStayUnsigned ? 'Transfer anyway' : 'Save Changes'}
          isSending={isSaving}
          isQuestion={mayStayUnsigned}
          onCancel={onDone}
        />
      </Stack>
      <UnsavedGuard isDirty={hasChanged(before, form.values)} what="this client" hasSearch onDiscard={onDone} />
    </form>
  )
}

type ChoiceProps = { organizationId: string; present: AdminPerson; field: object }

/** Assigns the client to any active member of the organization. */
function TherapistChoice({ organizationId, present, field }: ChoiceProps) {
  const members = useQuery(query.admin.therapists.queryOptions({ input: { organizationId } }))
  const others = (members.data ?? []).filter(({ id }) => id !== present.id)
  return (
    <Select
      label="Therapist"
      description="The new therapist takes over the client with all sessions and notes."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      searchable
      nothingFoundMessage="No active member with this name."
      allowDeselect={false}
      data={[present, ...others].map((person) => ({ value: person.id, label: nameOf(person) }))}
      {...field}
      error={members.isError && readError(members.error, 'Failed to load therapists').sentence}
    />
  )
}

function fieldsOf(client: AdminClientDetails) {
  const { firstName, lastName, email, phone, status, therapist } = client
  return { firstName, lastName, email: email ?? '', phone: phone ?? '', status, therapistId: therapist.id }
}
