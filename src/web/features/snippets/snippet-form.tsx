import { Code, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/Code.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { schemaResolver, useForm } from '@mantine/form'
import { maxSnippetLength } from '#shared/contract/limits.ts'
import { type Snippet, SnippetDetails } from '#shared/contract/snippets.ts'
import { snippetVariables } from '#shared/rules/snippets.ts'
import { api, query } from '#web/api/client.ts'
import { useChangeOf } from '#web/api/use-change.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, useSubmission } from '#web/ui/form/form.ts'
import classes from './snippets.module.css'

type Props = {
  opened: boolean
  /** The snippet to edit; null for a new one. */
  snippet: Snippet | null
  /** Name of the organization with which a new snippet can be shared. */
  organization: string | null
  onClose: () => void
}

/** Adds or edits a snippet. */
export default function SnippetForm({ opened, snippet, organization, onClose }: Props) {
  const change = useChangeOf([query.snippets])
  const { trigger, body, isShared } = snippet ?? { trigger: '', body: '', isShared: false }
  const form = useForm<SnippetDetails>({
    initialValues: { trigger, body, isShared },
    validate: schemaResolver(SnippetDetails, { sync: true }),
  })
  const { submit, failure, isSending } = useSubmission<SnippetDetails>(async (details) => {
    await change(() =>
      snippet
        ? api.snippets.update({ snippetId: snippet.id, before: { trigger, body }, ...details })
        : api.snippets.add(details),
    )
    onClose()
    showSuccess('Snippet saved.')
  }, 'Failed to save snippet')
  return (
    <Dialog opened={opened} onClose={onClose} title={snippet ? 'Edit snippet' : 'Add snippet'} size="lg" isSheet>
      <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
        <UnsavedGuard isDirty={form.isDirty()} what="this snippet" />
        <Stack gap="md">
          <TextInput
            label="Trigger"
            description="In a note, type a semicolon and the trigger, then press Tab: ;mse-wnl"
            leftSection=";"
            required
            data-autofocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={20}
            {...form.getInputProps('trigger')}
          />
          <Textarea
            label="Text"
            required
            autosize
            minRows={5}
            maxRows={14}
            maxLength={maxSnippetLength}
            {...form.getInputProps('body')}
          />
          <dl className={classes.variables}>
            {Object.entries(snippetVariables).map(([name, meaning]) => (
              <div key={name}>
                <dt>
                  <Code>{`{${name}}`}</Code>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
          {!snippet && organization !== null && (
            <Switch
              label={`Share with ${organization}`}
              description="All members can use it. You, owners and admins can change it. Do not share a client’s information."
              {...form.getInputProps('isShared', { type: 'checkbox' })}
            />
          )}
          <FormError message={failure} />
        </Stack>
        <FormButtons submit="Save snippet" isSending={isSending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
