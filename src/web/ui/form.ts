import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { type Failure, readError } from '#web/api/errors.ts'

/** Sends a form and keeps the sentence to show (and its code) when that failed. What was typed stays where it is. */
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
  return { submit, failure: failed?.sentence ?? null, code: failed?.code, isSending }
}

/** Moves to the first field that is marked, in the order the form lists them. */
export function focusFirstError<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>) {
  return (errors: Readonly<Record<string, unknown>>) => {
    const first = Object.keys(form.getValues()).find((field) => errors[field])
    if (first !== undefined) form.getInputNode(first)?.focus()
  }
}

/** As `ref`: moves to the field when it appears. For the next step of a flow that the person asked for. */
export function focusOnMount(field: HTMLElement | null): void {
  field?.focus()
}
