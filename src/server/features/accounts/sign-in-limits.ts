import type { Limit } from './rate-limit-store.ts'

export interface Attempt {
  /** The email, in lower case. */
  account: string
  address: string
  /** Device id from a valid known-device cookie for this account; undefined without one. */
  device: string | undefined
}

type Step = 'password' | 'code'

interface Allowance {
  max: number
  minutes: number
}

/**
 * One address cannot use up the attempts of an account, because that address is locked first: an hour overlaps at most
 * five windows for passwords (49 attempts) and three for codes (29). Attempts of known devices do not count against the
 * limits of addresses and accounts.
 */
const perAccountAndAddress: Readonly<Record<Step, Allowance>> = {
  password: { max: 10, minutes: 15 },
  code: { max: 10, minutes: 30 },
}
const perAccount: Readonly<Record<Step, Allowance>> = {
  password: { max: 50, minutes: 60 },
  code: { max: 30, minutes: 60 },
}
const perAddress: Allowance = { max: 100, minutes: 15 }
const perDevice: Allowance = { max: 10, minutes: 15 }

/** The limits for one step of a sign-in, narrowest first (decision 0028). */
export function signInLimits(step: Step, { account, address, device }: Attempt): Limit[] {
  if (device !== undefined) {
    return [{ key: `${step} of ${account} on device ${device}`, ...perDevice, account }]
  }
  const network = networkOf(address)
  return [
    { key: `${step} of ${account} from ${network}`, ...perAccountAndAddress[step], account },
    { key: `${step} from ${network}`, ...perAddress },
    { key: `${step} of ${account}`, ...perAccount[step], account },
  ]
}

/** An IPv6 customer has 2^64 addresses, so a /64 network counts as one address. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right].slice(0, 4).join(':')
}
