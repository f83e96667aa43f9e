import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CopiedText, CopyField, PreparedCopy } from '#shared/contract/copies.ts'
import { api, query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { copyText } from '#web/ui/browser/clipboard.ts'
import { showFailure } from '#web/ui/feedback/toast.ts'

/** A text that the browser did not allow to copy. The user copies it from a text field. */
export interface ManualText {
  name: string
  text: string
}

const wholeName = 'the whole note'

/** Copies a prepared note field by field or as a whole, and records the first copy since the dialog was opened. */
export function useCopying(sessionId: string, copy: PreparedCopy) {
  const cache = useQueryClient()
  const [copied, setCopied] = useState<ReadonlySet<string>>(new Set())
  const [nextAt, setNextAt] = useState(0)
  const [message, setMessage] = useState('')
  const [manual, setManual] = useState<ManualText | null>(null)
  const isRecorded = useRef(false)
  const isCopying = useRef(false)
  const next: CopyField | undefined = copy.fields[nextAt]

  const record = async () => {
    if (isRecorded.current) return
    isRecorded.current = true
    try {
      await api.copies.record({ sessionId, profileId: copy.profile.id, version: copy.version })
      void cache.invalidateQueries({ queryKey: query.copies.last.key({ input: { sessionId } }) })
      void cache.invalidateQueries({ queryKey: query.copies.profiles.key() })
    } catch (error) {
      isRecorded.current = false
      showFailure(`The text was copied, but the copy was not recorded. ${readError(error).sentence}`)
    }
  }
  /** Copies a text. Returns false if the text has a problem, or the browser does not allow it. */
  const put = async (name: string, { text, html, problem }: CopiedText) => {
    setManual(null)
    if (problem !== null) {
      setMessage(`Not copied. ${problem}`)
      return false
    }
    if (!(await copyText(text, html))) {
      setManual({ name, text })
      setMessage('')
      return false
    }
    void record()
    return true
  }
  const copyAt = async (at: number) => {
    const field = copy.fields[at]
    // While a text is being copied, a second press would copy the same field again.
    if (!field || isCopying.current) return
    const following = copy.fields[at + 1]
    isCopying.current = true
    const isCopied = await put(field.name, field)
    isCopying.current = false
    setNextAt(at + 1)
    if (!isCopied) return
    setCopied((old) => new Set(old).add(field.name))
    setMessage(`Copied ${field.name}. ${following ? `Next: ${following.name}.` : 'This was the last field.'}`)
  }
  return {
    copied,
    next,
    message,
    manual,
    copyAt,
    copyNext: () => copyAt(nextAt),
    startAgain: () => {
      setCopied(new Set())
      setNextAt(0)
      setMessage(`Next: ${copy.fields[0]?.name ?? ''}.`)
    },
    copyWhole: async () => {
      if (await put(wholeName, copy.whole)) setMessage('Copied the whole note.')
    },
    /** Called when the user has copied the selected text. */
    onManualCopy: () => {
      setMessage(`Copied ${manual?.name ?? ''}.`)
      void record()
    },
  }
}
