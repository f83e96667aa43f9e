import { useRef, useState } from 'react'
import { sessionEndingNow } from '#shared/rules/held-at.ts'
import { dateOfFile, type FileDate } from './file-date.ts'
import { errorsOf, type SessionFieldErrors, type SessionFields } from './session-details.ts'

/**
 * The session fields of an upload. They start with the appointment, or with a session that ended now. A date found in
 * the file replaces date and time, unless the user has edited them.
 */
export function useSessionFields(timeZone: string, appointment?: Omit<SessionFields, 'others'>) {
  const [defaults, setDefaults] = useState(() => initial(timeZone, appointment))
  const [edited, setEdited] = useState<Partial<SessionFields>>({})
  const [found, setFound] = useState<FileDate | null>(null)
  const newestFile = useRef<File | null>(null)
  const [errors, setErrors] = useState<SessionFieldErrors>({})
  const isDateEdited = edited.date !== undefined
  const value: SessionFields = {
    ...defaults,
    ...(found && { date: found.date, startTime: found.startTime ?? defaults.startTime }),
    ...edited,
  }
  const removeFile = () => {
    newestFile.current = null
    setFound(null)
  }

  return {
    value,
    errors,
    isFromFile: found !== null && !isDateEdited,
    /** Whether the user has typed text or a time. */
    isTyped: isDateEdited || value.others.trim() !== '',
    change: (change: Partial<SessionFields>) => {
      const { date, startTime } = value
      const isOfDate = change.date !== undefined || change.startTime !== undefined
      setEdited((old) => ({ ...(isOfDate && { date, startTime }), ...old, ...change }))
      setErrors({})
    },
    takeFrom: async (file: File) => {
      newestFile.current = file
      setFound(null)
      // A file that cannot be read has no date. The upload reports the error.
      const date = appointment ? null : await dateOfFile(file, timeZone).catch(() => null)
      // The user may have removed or replaced the file meanwhile.
      if (date === null || newestFile.current !== file) return
      setFound(date)
      setErrors({})
    },
    /** The date of the file no longer applies. */
    removeFile,
    reset: () => {
      setDefaults(initial(timeZone, appointment))
      setEdited({})
      removeFile()
      setErrors({})
    },
    /** Validates the fields and shows their errors. */
    check: () => {
      const faults = errorsOf(value, timeZone)
      setErrors(faults)
      return Object.keys(faults).length === 0
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
