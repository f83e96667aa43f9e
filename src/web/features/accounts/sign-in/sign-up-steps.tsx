import { Button, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { LicenseType } from '#shared/contract/accounts.ts'
import { licenseTypes } from '#shared/rules/license-types.ts'
import { type AccountChanges, updateAccount } from '#web/api/auth.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, focusOnMount, useSubmission } from '#web/ui/form/form.ts'
import { nameChecks } from '#web/ui/form/name-checks.ts'
import { NameFields } from '#web/ui/form/name-fields.tsx'

type StepProps = {
  accountId: string
  /** Answers given before Back was pressed. */
  answers: AccountChanges
  onDone: (answers: AccountChanges) => void
}

function useAccountUpdate<Values>(
  { accountId, onDone }: Pick<StepProps, 'accountId' | 'onDone'>,
  changes: (values: Values) => AccountChanges,
) {
  return useSubmission<Values>(async (values) => {
    await updateAccount(accountId, changes(values))
    onDone(changes(values))
  }, 'Failed to update profile')
}

function NameStep({ answers, ...props }: StepProps) {
  const form = useForm({
    initialValues: { firstName: answers.firstName ?? '', lastName: answers.lastName ?? '' },
    validate: nameChecks,
  })
  const { submit, failure, isSending } = useAccountUpdate<typeof form.values>(props, (values) => ({
    ...values,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }))
  return (
    <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))} aria-label="Your name">
      <Stack gap="md">
        <FormError message={failure} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NameFields
            isOwn
            input={focusOnMount}
            firstName={form.getInputProps('firstName')}
            lastName={form.getInputProps('lastName')}
          />
        </SimpleGrid>
        <Button type="submit" size="md" fullWidth loading={isSending}>
          Continue
        </Button>
      </Stack>
    </form>
  )
}

function ClinicStep({ answers, ...props }: StepProps) {
  const form = useForm({
    initialValues: { clinicName: answers.clinicName ?? '', phoneNumber: answers.phoneNumber ?? '' },
  })
  const { submit, failure, isSending } = useAccountUpdate<typeof form.values>(props, (values) => values)
  return (
    <form noValidate onSubmit={form.onSubmit(submit)} aria-label="Your clinic">
      <Stack gap="md">
        <FormError message={failure} />
        <TextInput
          label="Clinic Name"
          description="Leave blank if you practice on your own. We’ll name the practice after you."
          autoComplete="organization"
          maxLength={200}
          ref={focusOnMount}
          {...form.getInputProps('clinicName')}
        />
        <TextInput label="Phone" type="tel" autoComplete="tel" maxLength={40} {...form.getInputProps('phoneNumber')} />
        <Button type="submit" size="md" fullWidth loading={isSending}>
          Continue
        </Button>
      </Stack>
    </form>
  )
}

function LicenseStep({ answers, ...props }: StepProps) {
  const form = useForm<{ licenseType: LicenseType }>({ initialValues: { licenseType: answers.licenseType ?? 'Other' } })
  const { submit, failure, isSending } = useAccountUpdate<{ licenseType: LicenseType }>(props, (values) => values)
  return (
    <form noValidate onSubmit={form.onSubmit(submit)} aria-label="Your license">
      <Stack gap="md">
        <FormError message={failure} />
        <Radio.Group label="License Type" mb="xs" {...form.getInputProps('licenseType')}>
          <Stack gap="xs" mt="xs">
            {licenseTypes.map((type) => (
              <Radio key={type} value={type} label={type} />
            ))}
          </Stack>
        </Radio.Group>
        <Button type="submit" size="md" fullWidth loading={isSending}>
          Finish
        </Button>
      </Stack>
    </form>
  )
}

const forms = { name: NameStep, clinic: ClinicStep, license: LicenseStep }

/**
 * The steps of the sign-up after email address and password. Each step is saved before the next one opens (spec core
 * §4).
 */
export default function SignUpStep({ step, ...props }: StepProps & { step: keyof typeof forms }) {
  const Form = forms[step]
  return <Form {...props} />
}
