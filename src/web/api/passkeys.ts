import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { request, RequestError } from './auth.ts'
import { checkPassword } from './two-factor.ts'

/**
 * Creates a named passkey on this device or a security key. An abort of the signal ends the question of the browser.
 * Returns whether the passkey was added.
 */
export async function addPasskey(name: string, password: string, signal: AbortSignal): Promise<boolean> {
  const failed = 'The passkey could not be added'
  await checkPassword(password)
  const asked = await request('GET', 'auth/passkey/generate-register-options', failed)
  const optionsJSON: PublicKeyCredentialCreationOptionsJSON = await asked.json()
  if (signal.aborted) return false
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony(), { once: true })
  const created = await startRegistration({ optionsJSON }).catch((thrown: unknown) =>
    signal.aborted
      ? null
      : toRequestError(thrown, 'No passkey was added. The request was canceled, or this device could not verify you.'),
  )
  if (created === null) return false
  const { clientExtensionResults: _, ...response } = created
  await request('POST', 'auth/passkey/verify-registration', failed, { response, name, password })
  return true
}

/** Signs in with a passkey. */
export async function signInWithPasskey(): Promise<void> {
  const asked = await request('GET', 'auth/passkey/generate-authenticate-options', 'Login failed')
  const given: PublicKeyCredentialRequestOptionsJSON = await asked.json()
  const optionsJSON = { ...given, userVerification: 'required' } as const
  const { clientExtensionResults: _, ...response } = await startAuthentication({ optionsJSON }).catch(
    (thrown: unknown) =>
      toRequestError(
        thrown,
        'No passkey was used. The request was canceled, or this device has no passkey for Attend.',
      ),
  )
  await request('POST', 'auth/passkey/verify-authentication', 'Login failed', { response })
}

/** Throws a user-facing error. Browsers report a denied and a canceled request in the same way: `unused`. */
function toRequestError(thrown: unknown, unused: string): never {
  if (!(thrown instanceof WebAuthnError)) throw thrown
  const { code } = thrown
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    throw new RequestError('', 'This device already has a passkey for your account.', 400)
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID')
    throw new RequestError('', 'Passkeys work only at the address that this installation was set up for.', 400)
  throw new RequestError('', unused, 400)
}
