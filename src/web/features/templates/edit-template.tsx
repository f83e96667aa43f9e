import { Alert, Button, ModalStack, NativeSelect, Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { type NoteTemplate, TemplateDetails } from '#shared/contract/templates.ts'
import { noteTypeChoices } from '#shared/rules/note-types.ts'
import { wishesBeyondExcerpts } from '#shared/rules/template-wishes.ts'
import { api, query } from '#web/api/client.ts'
import { useSendOnce } from '#web/api/use-send-once.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, useSubmission } from '#web/ui/form/form.ts'
import { useListItems } from '#web/ui/form/use-list-items.ts'
import { newTemplateSection } from '#shared/rules/new-template-section.ts'
import { LearnFromExamples } from './learn-from-examples.tsx'
import { templateOfType, withKeys } from './new-section.ts'
import { SectionFields } from './section-fields.tsx'
import { useLearning } from './use-learning.ts'
import { languages } from './wish-labels.ts'
import classes from './templates.module.css'

export interface EditedTemplate {
  /** Each key mounts a new dialog. */
  key: string
  /** The template to edit; null for a new one. */
  saved: NoteTemplate | null
  /** Name of the template of which the new one is a copy. */
  origin: string | null
  details: TemplateDetails
}

type Props = { opened: boolean; edited: EditedTemplate; onClose: () => void }

/** The editor of a template. */
export default function EditTemplate({ opened, edited, onClose }: Props) {
  return (
    <ModalStack>
      <Dialog
        stackId="template"
        opened={opened}
        onClose={onClose}
        title={edited.saved ? 'Edit template' : 'New template'}
        size="xl"
        isSheet
      >
        <TemplateForm edited={edited} onClose={onClose} />
      </Dialog>
    </ModalStack>
  )
}

function TemplateForm({ edited: { saved, origin, details }, onClose }: Omit<Props, 'opened'>) {
  const cache = useQueryClient()
  const sendOnce = useSendOnce()
  const learning = useLearning(saved?.id)
  const { name, baseType, language, sections } = details
  const form = useForm<TemplateDetails>({
    initialValues: { name, baseType, language, sections },
    validate: schemaResolver(TemplateDetails, { sync: true }),
    onValuesChange: () => form.clearFieldError('sections'),
  })
  const { submit, failure, isSending } = useSubmission<TemplateDetails>(async (entered) => {
    const values = { ...entered, sections: withKeys(entered.sections), examples: [...learning.toKeep] }
    try {
      await (saved
        ? api.templates.change({ templateId: saved.id, baseVersion: saved.version, ...values })
        : sendOnce({ ...values, origin }, api.templates.add))
    } catch (error) {
      // It may have been changed or deleted elsewhere. The list then shows its current version.
      void cache.invalidateQueries({ queryKey: query.templates.key() })
      throw error
    }
    await Promise.all([
      cache.invalidateQueries({ queryKey: query.templates.key() }),
      cache.invalidateQueries({ queryKey: query.templateExamples.key() }),
    ])
    onClose()
    showSuccess(saved ? 'Changes saved.' : `${values.name} was added. Publish it to use it for notes.`)
  }, 'Failed to save the template')
  const values = form.getValues()
  const { addButton, add, remove } = useListItems({
    form,
    list: 'sections',
    count: values.sections.length,
    insert: () => form.insertListItem('sections', newTemplateSection('')),
    firstField: 'title',
  })
  const beyond = wishesBeyondExcerpts(values)
  const ofAll = form.errors['sections']
  return (
    <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
      <UnsavedGuard isDirty={form.isDirty() || learning.isDirty} what="this template" />
      <Stack gap="md">
        <TextInput label="Name" required data-autofocus maxLength={80} {...form.getInputProps('name')} />
        <NativeSelect
          label="Based on"
          description="The note type of its notes in lists and reports. A new template begins with its sections."
          data={noteTypeChoices.map(({ value }) => value)}
          {...form.getInputProps('baseType')}
          onChange={({ currentTarget }) => {
            const type = noteTypeChoices.find(({ value }) => value === currentTarget.value)?.value
            if (!type) return
            const isUntouched = saved === null && origin === null && !form.isDirty('sections')
            const startSections = templateOfType(type).sections
            form.setFieldValue('baseType', type)
            if (!isUntouched) return
            form.setFieldValue('sections', startSections)
            form.resetDirty({ ...form.getValues(), sections: startSections })
          }}
        />
        <NativeSelect
          label="Language of the note"
          description="Quotes stay in the language of the session. Sentences in other languages than English need your review."
          data={languages}
          {...form.getInputProps('language')}
        />
        <LearnFromExamples learning={learning} onUse={(proposed) => form.setFieldValue('sections', proposed)} />
        {values.sections.map((section, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a section has no identity other than its position
          <SectionFields key={at} form={form} section={section} at={at} onRemove={() => remove(at)} />
        ))}
        <div>
          <Button
            ref={addButton}
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={values.sections.length >= 20}
            onClick={add}
          >
            Add section
          </Button>
        </div>
        {beyond.length > 0 && (
          <Alert color="dusk" role="note">
            Without a language model a note has excerpts, which are quotes. They cannot follow: {beyond.join(', ')}.
          </Alert>
        )}
        <FormError message={typeof ofAll === 'string' ? ofAll : failure} />
      </Stack>
      <div className={classes.foot}>
        <FormButtons submit={saved ? 'Save Changes' : 'Add'} isSending={isSending} onCancel={onClose} />
      </div>
    </form>
  )
}
