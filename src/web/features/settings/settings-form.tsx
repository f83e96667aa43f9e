import { Button, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { focusFirstError, type useSubmission } from '#web/ui/form/form.ts'
import { FormError } from '#web/ui/form/form-error.tsx'

type Props<Fields> = {
  form: UseFormReturnType<Fields>
  submission: ReturnType<typeof useSubmission<Fields>>
  /** Name of what is changed, e.g. `your profile`. */
  what: string
  isReadOnly: boolean
  label?: string
  className?: string
  gap?: 'md' | 'lg'
  children: ReactNode
}

/** A form with the failure of the last save and the save button, which asks before unsaved changes are lost. */
export function SettingsForm<Fields extends Record<string, unknown>>({
  form,
  submission: { submit, failure, isSending },
  what,
  isReadOnly,
  label,
  className,
  gap = 'md',
  children,
}: Props<Fields>) {
  return (
    <form noValidate aria-label={label} className={className} onSubmit={form.onSubmit(submit, focusFirstError(form))}>
      <Stack gap={gap}>
        {children}
        <FormError message={failure} />
        {!isReadOnly && (
          <div>
            <Button type="submit" disabled={isSending}>
              {isSending ? 'Saving...' : 'Save Changes'}
            </Button>
          </div>
        )}
      </Stack>
      <UnsavedGuard isDirty={form.isDirty()} what={what} onDiscard={form.reset} />
    </form>
  )
}
