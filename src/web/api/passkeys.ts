import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { request, RequestError } from './auth.ts'
import { checkPassword } from './two-factor.ts'

/** Creates a named passkey on this device or a security key. */
export async function addPasskey(name: string, password: string): Promise<void> {
  const failed = 'The passkey could not be added'
  await checkPassword(password)
  const asked = await request('GET', 'auth/passkey/generate-register-options', failed)
  const optionsJSON: PublicKeyCredentialCreationOptionsJSON = await asked.json()
  const { clientExtensionResults: _, ...response } = await startRegistration({ optionsJSON }).catch(toRequestError)
  await request('POST', 'auth/passkey/verify-registration', failed, { response, name, password })
}

/** Signs in with a passkey. */
export async function signInWithPasskey(): Promise<void> {
  const asked = await request('GET', 'auth/passkey/generate-authenticate-options', 'Login failed')
  const given: PublicKeyCredentialRequestOptionsJSON = await asked.json()
  const optionsJSON = { ...given, userVerification: 'required' } as const
  const { clientExtensionResults: _, ...response } = await startAuthentication({ optionsJSON }).catch(toRequestError)
  await request('POST', 'auth/passkey/verify-authentication', 'Login failed', { response })
}

/** Browsers report a denied and a canceled request in the same way. */
function toRequestError(thrown: unknown): never {
  if (!(thrown instanceof WebAuthnError)) throw thrown
  const { code } = thrown
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    throw new RequestError('', 'This device already has a passkey for your account.', 400)
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID')
    throw new RequestError('', 'Passkeys work only at the address that this installation was set up for.', 400)
  throw new RequestError(
    '',
    'No passkey was used. The request was canceled, or this device has no passkey for Attend.',
    400,
  )
}
