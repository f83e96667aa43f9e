import { useRef, useState } from 'react'
import { sessionEndingNow } from '#shared/rules/held-at.ts'
import { dateOfFile } from './file-date.ts'
import { errorsOf, type SessionFieldErrors, type SessionFields } from './session-details.ts'

/**
 * The session fields of an upload. They start with the appointment, or with a session that ended now. A date found in
 * the file replaces date and time, unless the user has edited them.
 */
export function useSessionFields(timeZone: string, appointment?: Omit<SessionFields, 'others'>) {
  const [value, setValue] = useState(() => initial(timeZone, appointment))
  const [isFromFile, setFromFile] = useState(false)
  const [isEdited, setEdited] = useState(false)
  /** Like `isEdited`, also for a file that was still being read when the user edited date or time. */
  const edited = useRef(false)
  const [errors, setErrors] = useState<SessionFieldErrors>({})

  return {
    value,
    errors,
    isFromFile,
    /** Whether the user has typed text or a time. */
    isTyped: isEdited || value.others.trim() !== '',
    change: (change: Partial<SessionFields>) => {
      setValue((old) => ({ ...old, ...change }))
      setErrors({})
      if (change.date === undefined && change.startTime === undefined) return
      setEdited(true)
      edited.current = true
      setFromFile(false)
    },
    takeFrom: async (file: File) => {
      const found = isEdited || appointment ? null : await dateOfFile(file, timeZone)
      if (!found || edited.current) return
      setValue((old) => ({ ...old, date: found.date, startTime: found.startTime ?? old.startTime }))
      setErrors({})
      setFromFile(true)
    },
    reset: () => {
      setValue(initial(timeZone, appointment))
      setEdited(false)
      edited.current = false
      setFromFile(false)
      setErrors({})
    },
    /** Validates the fields and shows their errors. */
    check: () => {
      const found = errorsOf(value, timeZone)
      setErrors(found)
      return Object.keys(found).length === 0
    },
  }
}

function initial(timeZone: string, appointment?: Omit<SessionFields, 'others'>): SessionFields {
  const { settingType, date, startTime } = appointment ?? {
    settingType: 'in-person',
    ...sessionEndingNow(new Date(), timeZone),
  }
  return { settingType, date, startTime, others: '' }
}
