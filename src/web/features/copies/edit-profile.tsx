import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { ActionIcon, Button, Checkbox, NumberInput, Select, Stack, Switch, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type CopyProfile, CopyProfileDetails, HeaderField } from '#shared/contract/copies.ts'
import { api, query } from '#web/api/client.ts'
import { useChangeOf } from '#web/api/use-change.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, useSubmission } from '#web/ui/form/form.ts'
import { useListItems } from '#web/ui/form/use-list-items.ts'
import classes from './copies.module.css'

type Props = { opened: boolean; profile: CopyProfile; isNew: boolean; onClose: () => void }

/** The form that adds or edits a copy profile. */
export default function EditProfile({ opened, profile, isNew, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={isNew ? 'New copy profile' : 'Edit copy profile'} size="lg">
      <ProfileForm profile={profile} isNew={isNew} onClose={onClose} />
    </Dialog>
  )
}

const bullets = [
  { value: '•', label: '• Round bullet' },
  { value: '-', label: '- Hyphen' },
  { value: 'none', label: 'No bullet' },
]

function ProfileForm({ profile, isNew, onClose }: Omit<Props, 'opened'>) {
  const change = useChangeOf([query.copies])
  const { id: profileId, isBuiltIn: _, ...initialValues } = profile
  const form = useForm<CopyProfileDetails>({
    initialValues,
    validate: schemaResolver(CopyProfileDetails, { sync: true }),
  })
  const { submit, failure, isSending } = useSubmission<CopyProfileDetails>(async (details) => {
    await change(() => (isNew ? api.copies.addProfile(details) : api.copies.changeProfile({ profileId, ...details })))
    onClose()
    showSuccess(isNew ? `${details.name} was added.` : 'Changes saved.')
  }, 'Failed to save the copy profile')
  const { mapping } = form.getValues()
  const { addButton, add, remove } = useListItems({
    form,
    list: 'mapping',
    count: mapping.length,
    insert: () => form.insertListItem('mapping', { section: '', label: '' }),
    firstField: 'section',
  })
  return (
    <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
      <UnsavedGuard isDirty={form.isDirty()} what="this copy profile" />
      <Stack gap="md">
        <TextInput label="Name" required data-autofocus maxLength={60} {...form.getInputProps('name')} />
        <fieldset className={classes.group}>
          <legend>Fields</legend>
          <p className={classes.hint}>
            Sections that are not listed are copied under their own title. Sections with the same field are joined.
          </p>
          {mapping.map((_row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a row has no identity other than its position
            <div key={at} className={classes.mapping}>
              <TextInput
                aria-label={`Section ${at + 1}`}
                placeholder="Section"
                maxLength={200}
                {...form.getInputProps(`mapping.${at}.section`)}
              />
              <TextInput
                aria-label={`Field for section ${at + 1}`}
                placeholder="Field"
                maxLength={200}
                {...form.getInputProps(`mapping.${at}.label`)}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={`Remove section ${at + 1}`}
                onClick={() => remove(at)}
              >
                <IconTrash size={17} aria-hidden />
              </ActionIcon>
            </div>
          ))}
          <FormError message={typeof form.errors['mapping'] === 'string' ? form.errors['mapping'] : null} />
          <Button
            ref={addButton}
            variant="default"
            size="xs"
            leftSection={<IconPlus size={15} aria-hidden />}
            disabled={mapping.length >= 50}
            onClick={add}
          >
            Add section
          </Button>
        </fieldset>
        <Checkbox.Group label="Begin with" {...form.getInputProps('header')}>
          <div className={classes.checks}>
            {HeaderField.options.map((field) => (
              <Checkbox key={field} value={field} label={field.charAt(0).toUpperCase() + field.slice(1)} />
            ))}
          </div>
        </Checkbox.Group>
        <Select label="List items begin with" data={bullets} allowDeselect={false} {...form.getInputProps('bullets')} />
        <NumberInput
          label="Characters that a field takes"
          hideControls
          description="A longer text is not copied. Empty: no limit."
          min={100}
          max={1_000_000}
          allowDecimal={false}
          thousandSeparator=","
          {...form.getInputProps('maxChars')}
          value={form.getValues().maxChars ?? ''}
          onChange={(value) => form.setFieldValue('maxChars', value === '' ? null : Number(value))}
        />
        <Switch label="Empty lines between paragraphs" {...form.getInputProps('blankLines', { type: 'checkbox' })} />
        <Switch
          label="Formatted text"
          description="Also copies headings and lists, for fields that accept them."
          {...form.getInputProps('html', { type: 'checkbox' })}
        />
        <Switch
          label="ASCII only"
          description="Curly quotes and long dashes are replaced. A text with other characters is not copied."
          {...form.getInputProps('asciiOnly', { type: 'checkbox' })}
        />
        <FormError message={failure} />
      </Stack>
      <FormButtons submit={isNew ? 'Add' : 'Save Changes'} isSending={isSending} onCancel={onClose} />
    </form>
  )
}
