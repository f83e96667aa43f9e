import { Button, Textarea, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { type ReactNode, useRef } from 'react'
import { ResourceDetails } from '#shared/contract/resources.ts'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, useSubmission } from '#web/ui/form/form.ts'
import classes from './resources.module.css'

type Fields = Record<'title' | 'url' | 'description', string>

type Props = {
  initial?: Fields
  submitLabel: string
  failureText: string
  onSave: (details: Fields) => Promise<unknown>
  /** Content beside the submit button. */
  beside?: ReactNode
}

const blank: Fields = { title: '', url: '', description: '' }

/** The form of a link, validated by the contract's schema. It is emptied after adding. */
export function ResourceForm({ initial, submitLabel, failureText, onSave, beside }: Props) {
  const first = useRef<HTMLInputElement>(null)
  const form = useForm<Fields>({
    initialValues: initial ?? blank,
    validate: schemaResolver(ResourceDetails, { sync: true }),
  })
  const { submit, failure, isSending } = useSubmission<Fields>(async (details) => {
    await onSave(details)
    if (initial) return
    form.reset()
    first.current?.focus()
  }, failureText)
  return (
    <form
      noValidate
      className={classes.form}
      data-is-wide={initial === undefined || undefined}
      onSubmit={form.onSubmit(submit, focusFirstError(form))}
    >
      <UnsavedGuard isDirty={form.isDirty()} what="this resource" onDiscard={form.reset} />
      <TextInput
        ref={first}
        label="Title"
        required
        data-autofocus
        autoComplete="off"
        maxLength={200}
        {...form.getInputProps('title')}
      />
      <TextInput
        label="URL"
        type="url"
        required
        autoComplete="off"
        placeholder="https://"
        maxLength={2000}
        {...form.getInputProps('url')}
      />
      <Textarea
        label="Description"
        autosize
        minRows={initial ? 3 : 1}
        maxRows={8}
        maxLength={2000}
        {...form.getInputProps('description')}
      />
      <FormError message={failure} />
      <div className={classes.submit}>
        {beside}
        <Button type="submit" loading={isSending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
