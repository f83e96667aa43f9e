import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#web/api/client.ts'
import { type Failure, readError } from '#web/api/errors.ts'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { failureText } from '../list/load-error.tsx'

/**
 * Saves edits, invalidates all admin queries and shows a toast. The message of a failure begins with `failing`; a save
 * in several steps sets it for each step with `onStep`.
 */
export function useSave<Values>(
  send: (values: Values, onStep: (failing: string) => void) => Promise<void>,
  failing: string,
  onDone: () => void,
) {
  const cache = useQueryClient()
  const [failure, setFailure] = useState<{ text: string; code: Failure['code'] } | null>(null)
  const [isSaving, setSaving] = useState(false)
  const attempt = async (values: Values) => {
    let step = failing
    setSaving(true)
    setFailure(null)
    try {
      await send(values, (next) => {
        step = next
      })
      await cache.invalidateQueries({ queryKey: query.admin.key() })
      onDone()
      showSuccess('Changes saved.')
    } catch (error) {
      setFailure({ text: failureText(step, error), code: readError(error).code })
    } finally {
      setSaving(false)
    }
  }
  const save = (values: Values) => {
    if (!isSaving) void attempt(values)
  }
  return { save, failure, isSaving, clearFailure: () => setFailure(null) }
}
