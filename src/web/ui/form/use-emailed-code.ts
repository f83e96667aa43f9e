import { useState } from 'react'
import { useSubmission } from './form.ts'

type Options = {
  confirm: (code: string) => Promise<unknown>
  confirmFallback: string
  /** Mails another code. */
  send: () => Promise<unknown>
}

/** Confirms a mailed code, or mails another code. The failure is that of the last attempt. */
export function useEmailedCode({ confirm, confirmFallback, send }: Options) {
  const [isSentAgain, setSentAgain] = useState(false)
  const [latest, setLatest] = useState<'confirm' | 'send'>('confirm')
  const confirming = useSubmission(async (code: string) => {
    setLatest('confirm')
    setSentAgain(false)
    await confirm(code)
  }, confirmFallback)
  const sending = useSubmission(async () => {
    setLatest('send')
    setSentAgain(false)
    await send()
    setSentAgain(true)
  }, 'The code could not be mailed. Ask for another one in a minute.')
  return {
    confirm: confirming.submit,
    isConfirming: confirming.isSending,
    sendAgain: () => void sending.submit(undefined),
    isSending: sending.isSending,
    failure: latest === 'send' ? sending.failure : confirming.failure,
    notice: isSentAgain ? 'A new code is on its way. Earlier ones no longer work.' : '',
  }
}

export type EmailedCode = ReturnType<typeof useEmailedCode>
