import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Failure, readError } from '#web/api/errors.ts'
import { checkPassword, verifyCode } from '#web/api/two-factor.ts'
import { authenticatorCodeError } from './authenticator-code-field.tsx'

type Known = { needsConfirmation: boolean; confirmedAt: string | null }

/** The secret that the user types: the password, or a code of the authenticator app. */
type Typed = 'password' | 'code'

/** Confirms the user's identity before a signature: by password, code or passkey. A recent confirmation counts. */
export function useConfirmation(known: Known) {
  const [kind, setKind] = useState<Typed>('password')
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [confirmedAt, setConfirmedAt] = useState(known.confirmedAt)
  const isNeeded = known.needsConfirmation && confirmedAt === null

  const attempt = async (check: () => Promise<void>) => {
    setError(null)
    try {
      await check()
      setConfirmedAt(new Date().toISOString())
      return true
    } catch (thrown) {
      const failure = readError(thrown, 'Your identity could not be confirmed')
      setError(failure.code === 'password_wrong' ? 'Wrong password. Try again.' : failure.sentence)
      return false
    }
  }
  return {
    isNeeded,
    confirmedAt,
    needsConfirmation: known.needsConfirmation,
    kind,
    choose: (next: Typed) => {
      setKind(next)
      setTyped('')
      setError(null)
    },
    typed,
    setTyped,
    error,
    /** Confirms the identity. Returns whether that succeeded; if not, the reason is shown at the field. */
    confirm: async () => {
      if (!isNeeded) return true
      const missing = kind === 'code' ? authenticatorCodeError(typed) : typed === '' ? 'Enter your password.' : null
      if (missing !== null) {
        setError(missing)
        return false
      }
      return await attempt(() => (kind === 'code' ? verifyCode('authenticator', typed) : checkPassword(typed)))
    },
    confirmByPasskey: () =>
      attempt(async () => {
        const { signInWithPasskey } = await import('#web/api/passkeys.ts')
        await signInWithPasskey()
      }),
    /** Called when the dialog is closed: another person may open it again. */
    clear: () => {
      setTyped('')
      setError(null)
    },
    /** Called when the confirmation has expired. */
    expire: () => {
      setTyped('')
      setConfirmedAt(null)
    },
  }
}

export type Confirmation = ReturnType<typeof useConfirmation>

/**
 * Signs after the confirmation. If it has expired, the form asks for it again. `action` says what did not happen, e.g.
 * 'Not signed.'
 */
export function useSigningRequest(confirmation: Confirmation, action: string) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isSigning, setSigning] = useState(false)
  const formRef = useRef<HTMLFormElement>(null)
  useFocusAfterFailure(failure, formRef)
  return {
    failure,
    isSigning,
    formRef,
    /** Deletes what was typed to confirm the identity, and the failure. For a dialog that has closed. */
    clear: () => {
      confirmation.clear()
      setFailure(null)
    },
    /** Sends the signature once the identity is confirmed. Returns the failure of the request, if it was sent and failed. */
    sign: async (send: () => Promise<void>): Promise<Failure | null> => {
      if (isSigning) return null
      setFailure(null)
      setSigning(true)
      try {
        if (await confirmation.confirm()) await send()
        return null
      } catch (error) {
        const failed = failureOf(error, action)
        if (failed.code === 'confirmation_missing') confirmation.expire()
        setFailure(failed)
        return failed
      } finally {
        setSigning(false)
      }
    },
  }
}

/** Controls that take the focus after a failed signature: the confirmation, what to do, the submit button, Cancel. */
const focusTargets = ['input[data-autofocus]', '[role="alert"] button', '[type="submit"]', 'button'].map(
  (selector) => `${selector}:enabled`,
)

/** Focuses a control of the form after a failure that disabled or removed the focused one. */
function useFocusAfterFailure(failure: Failure | null, form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const active = document.activeElement
    const isFocused = active !== document.body && !active?.matches(':disabled')
    // A closing dialog returns the focus to its opener instead.
    if (failure === null || isFocused || form.current?.closest('[data-closing]')) return
    const found = focusTargets.map((selector) => form.current?.querySelector<HTMLElement>(selector))
    found.find((control) => control)?.focus()
  }, [failure, form])
}

function failureOf(error: unknown, action: string): Failure {
  const failure = readError(error, action)
  return failure.code === 'unreachable'
    ? { ...failure, sentence: `${action} Check your connection and try again.` }
    : failure
}
