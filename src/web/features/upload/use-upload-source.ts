import { useState } from 'react'
import { sentence } from '#shared/contract/errors.ts'
import { requestId } from '#web/api/request-id.ts'
import { type ChosenFile, kindOf, pastedFile, fileError } from './accepted-files.ts'

const fileUnreadable =
  'The file could not be read. Check that it still exists and that you may open it, then choose it again.'

/** The selected file or pasted transcript, and its validation error. */
export function useUploadSource(maxMb: number) {
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const [pasted, setPasted] = useState({ text: '', requestId: '' })
  const [objection, setObjection] = useState<string | null>(null)
  const given: ChosenFile | null =
    chosen ??
    (pasted.text.trim() === ''
      ? null
      : { file: pastedFile(pasted.text), kind: 'transcript', requestId: pasted.requestId })

  return {
    chosen,
    pastedText: pasted.text,
    given,
    objection,
    /** Returns whether the file can be uploaded. */
    choose: async (file: File): Promise<boolean> => {
      const kind = await kindOf(file).catch(() => 'unreadable' as const)
      const found = kind === 'unreadable' ? fileUnreadable : fileError(file, kind, maxMb)
      setObjection(found)
      const isUsable = found === null && kind !== null && kind !== 'unreadable'
      setChosen(isUsable ? { file, kind, requestId: requestId() } : null)
      return isUsable
    },
    paste: (text: string) => {
      setPasted({ text, requestId: requestId() })
      setObjection(null)
    },
    remove: () => {
      setChosen(null)
      setObjection(null)
    },
    /** Removes the file and the pasted text. */
    clear: () => {
      setChosen(null)
      setPasted({ text: '', requestId: '' })
      setObjection(null)
    },
    /** Returns the file or text to upload; null if it is invalid, with the error shown. */
    check: (): ChosenFile | null => {
      const found = given === null ? sentence('file_required') : fileError(given.file, given.kind, maxMb)
      setObjection(found)
      return found === null ? given : null
    },
  }
}
