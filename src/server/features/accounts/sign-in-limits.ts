import type { Limit } from './tries-store.ts'

/** A sign-in attempt: account, address and device. */
export interface Attempt {
  /** The email, in lower case. */
  account: string
  address: string
  /** Of the cookie of a known device, when the browser brings one for this account. */
  device: string | undefined
}

type Step = 'password' | 'code'

/** One stranger can exhaust the limits of an address only. Account-wide limits take many addresses, and known devices skip them. */
const perAccountAndAddress = { most: 10, minutes: 15 }
const perAddress = { most: 100, minutes: 15 }
const perAccount: Readonly<Record<Step, { most: number; minutes: number }>> = {
  password: { most: 50, minutes: 60 },
  code: { most: 30, minutes: 60 },
}

/** The limits of one step of a sign-in, narrowest first (docs/decisions/0028). */
export function signInLimits(step: Step, { account, address, device }: Attempt): Limit[] {
  if (device !== undefined) {
    return [{ who: `${step} of ${account} on device ${device}`, ...perAccountAndAddress, account }]
  }
  const network = networkOf(address)
  return [
    { who: `${step} of ${account} from ${network}`, ...perAccountAndAddress, account },
    { who: `${step} from ${network}`, ...perAddress },
    { who: `${step} of ${account}`, ...perAccount[step], account },
  ]
}

/** An IPv6 customer has 2^64 addresses, so they count as one. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right].slice(0, 4).join(':')
}
