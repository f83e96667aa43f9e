import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { type Failure, readError } from '#web/api/errors.ts'

/** Submits a form and stores the message and code of a failure. Typed text stays. */
export function useSubmission<Values>(send: (values: Values) => Promise<unknown>, fallback: string) {
  const [failed, setFailed] = useState<Failure | null>(null)
  const [isSending, setSending] = useState(false)
  const submit = async (values: Values) => {
    if (isSending) return
    setFailed(null)
    setSending(true)
    try {
      await send(values)
    } catch (error) {
      setFailed(readError(error, fallback))
    } finally {
      setSending(false)
    }
  }
  const clearFailure = () => setFailed(null)
  return { submit, clearFailure, failure: failed?.sentence ?? null, code: failed?.code, isSending }
}

/** Focuses the first invalid field, in the order of the form and of its lists. */
export function focusFirstError<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>) {
  return (errors: Readonly<Record<string, unknown>>) => {
    const invalid = Object.keys(errors).filter((path) => errors[path])
    const inOrder = Object.keys(form.getValues()).flatMap((field) =>
      invalid.filter((path) => path === field || path.startsWith(`${field}.`)),
    )
    for (const path of inOrder) {
      const input = form.getInputNode(path)
      if (input) return input.focus()
    }
  }
}

/** Focuses the first invalid field of a form that does not use `useForm`. */
export function focusFirstInvalid(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}

/** A `ref` for a form that replaces the button which opened it: focuses its first field. */
export function focusFirstField(form: HTMLFormElement | null): void {
  form?.querySelector('input')?.focus()
}

/** A `ref` that focuses a field on mount. For the next step of a flow that the user started. */
export function focusOnMount(field: HTMLElement | null): void {
  field?.focus()
}
