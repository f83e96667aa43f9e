import { statSync } from 'node:fs'
import { type Config, hasOutbox, isLocalOnly } from '#server/config.ts'
import { stripeSettings } from '#server/providers/providers.ts'
import { secretFiles } from '#server/secrets.ts'
import { type Finding, fault, reasonOf, warning } from './finding.ts'

/** Checks settings that are valid on their own but not together, and who can read the secret file. */
export function checkSettings(config: Config): Finding[] {
  return [...checkAddress(config), ...checkSecretFile(config), ...checkPaymentKeys(config)]
}

function checkAddress(config: Config): Finding[] {
  const { PUBLIC_URL, TRUST_PROXY } = config
  if (isLocalOnly(config)) return []
  if (PUBLIC_URL === undefined)
    return [
      fault(
        'settings',
        'Attend is reachable from other machines, but PUBLIC_URL is not set.',
        'Set PUBLIC_URL to the https address at which people open Attend.',
      ),
    ]
  if (!PUBLIC_URL.startsWith('https:'))
    return [
      fault(
        'settings',
        `PUBLIC_URL is ${PUBLIC_URL}. Browsers do not record on pages without https, and cookies travel unencrypted.`,
        'Put a proxy with a certificate in front of Attend, and set PUBLIC_URL to the https address.',
      ),
    ]
  if (!TRUST_PROXY)
    return [
      warning(
        'settings',
        'PUBLIC_URL is https, but TRUST_PROXY is off: the proxy counts as one address in limits and in the audit trail.',
        'Set TRUST_PROXY=true if the proxy sets X-Forwarded-For.',
      ),
    ]
  return []
}

function checkSecretFile(config: Config): Finding[] {
  if (process.platform === 'win32') return []
  const { current } = secretFiles(config.DATA_DIR)
  const found = statSync(current, { throwIfNoEntry: false })
  if (!found || (found.mode & 0o077) === 0) return []
  return [
    fault('settings', `Other users of this machine can read the secret in ${current}.`, `Run chmod 600 ${current}.`),
  ]
}

function checkPaymentKeys(config: Config): Finding[] {
  try {
    stripeSettings(config)
    return []
  } catch (error) {
    return [fault('settings', reasonOf(error), 'Set all three, or none of them.')]
  }
}

/** True if mails are sent, or shown on the outbox page. */
export const sendsMail = (config: Config) => config.SMTP_URL !== undefined || hasOutbox(config)
