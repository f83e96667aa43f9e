import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Account } from '#shared/contract/accounts.ts'
import { licenseTypes } from '#shared/rules/license-types.ts'
import { changedFields, showSaved } from '#web/ui/form/changed-fields.ts'
import { useSubmission } from '#web/ui/form/form.ts'
import { nameChecks } from '#web/ui/form/name-checks.ts'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { SignerFields } from './signer-fields.tsx'
import { SettingsForm } from './settings-form.tsx'
import classes from './settings.module.css'

export type ProfileFields = Pick<
  Account,
  | 'firstName'
  | 'lastName'
  | 'clinicName'
  | 'phoneNumber'
  | 'licenseType'
  | 'timeZone'
  | 'credentials'
  | 'licenseNumber'
  | 'licenseState'
  | 'npi'
  | 'isPrelicensed'
>

type Props = { account: Account; isReadOnly: boolean; onSave: (changes: Partial<ProfileFields>) => Promise<Account> }

/**
 * The profile form; only changed fields are saved. It does not include the email address, which identifies the account.
 */
export function ProfileForm({ account, isReadOnly, onSave }: Props) {
  const form = useForm<ProfileFields>({
    initialValues: fieldsOf(account),
    validate: {
      ...nameChecks,
      npi: (npi) => (/^(\d{10})?$/.test(npi.trim()) ? null : 'An NPI has ten digits.'),
    },
  })
  const submission = useSubmission<ProfileFields>(async (fields) => {
    const changes = changedFields(form.getInitialValues(), fields)
    // Without an organization, saving the clinic name creates a practice, even if the name is the same as before.
    const practice = account.organization === null ? { clinicName: fields.clinicName } : {}
    showSaved(form, fields, fieldsOf(await onSave({ ...changes, ...practice })))
    showSuccess('Profile updated successfully', 3000)
  }, 'Failed to update profile')
  const text = (name: keyof ProfileFields, maxLength: number) => ({
    maxLength,
    readOnly: isReadOnly,
    ...form.getInputProps(name),
  })
  return (
    <SettingsForm
      form={form}
      submission={submission}
      what="your profile"
      isReadOnly={isReadOnly}
      label="My Profile"
      className={classes.form}
    >
      <TextInput label="Email" type="email" variant="filled" value={account.email} readOnly autoComplete="off" />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="First Name" autoComplete="given-name" required {...text('firstName', 100)} />
        <TextInput label="Last Name" autoComplete="family-name" required {...text('lastName', 100)} />
        <TextInput
          label="Clinic Name"
          autoComplete="organization"
          description={
            account.organization === null
              ? 'You don’t belong to an organization. Enter a name to create your practice.'
              : 'If you created your practice, it is renamed as well.'
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...text('clinicName', 200)}
        />
        <TextInput label="Phone Number" type="tel" autoComplete="tel" {...text('phoneNumber', 40)} />
        <Select
          label="License Type"
          data={licenseTypes}
          allowDeselect={false}
          disabled={isReadOnly}
          {...form.getInputProps('licenseType')}
        />
        <Select
          label="Time zone"
          data={zones(account.timeZone)}
          description="Used for “today” and for session times."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          searchable
          limit={200}
          nothingFoundMessage="No time zone with this name. Try the nearest large city."
          allowDeselect={false}
          disabled={isReadOnly}
          {...form.getInputProps('timeZone')}
        />
      </SimpleGrid>
      <SignerFields
        text={text}
        isReadOnly={isReadOnly}
        prelicensedBy={account.organization?.isPrelicensed ? account.organization.name : null}
        prelicensed={form.getInputProps('isPrelicensed', { type: 'checkbox' })}
      />
    </SettingsForm>
  )
}

function fieldsOf(account: Account): ProfileFields {
  const { firstName, lastName, clinicName, phoneNumber, licenseType, timeZone } = account
  const { credentials, licenseNumber, licenseState, npi, isPrelicensed } = account
  const signer = { credentials, licenseNumber, licenseState, npi, isPrelicensed }
  return { firstName, lastName, clinicName, phoneNumber, licenseType, timeZone, ...signer }
}

/** Returns all time zones of the browser plus the selected one, which may be an older name or UTC. */
function zones(chosen: string): string[] {
  return [...new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted()
}
