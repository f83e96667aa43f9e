import type { FailedSignIn } from '#shared/contract/accounts.ts'

/** Consecutive failed sign-ins with the same reason and IP address. */
export interface FailureGroup {
  /** Time of the newest failure of the group. */
  at: string
  reason: FailedSignIn['reason']
  device: string
  ipAddress: string | null
  count: number
}

const words: Readonly<Record<FailedSignIn['reason'], string>> = {
  password: 'Wrong password',
  code: 'Wrong code',
  recovery_code: 'Wrong recovery code',
  passkey: 'Rejected passkey',
  too_many: 'Too many attempts',
  deactivated: 'Inactive account',
}

/** Groups failed sign-ins, in the given order: newest first. */
export function groupFailures(items: readonly FailedSignIn[]): FailureGroup[] {
  const groups: FailureGroup[] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (last && last.reason === item.reason && last.ipAddress === item.ipAddress) last.count++
    else groups.push({ ...item, count: 1 })
  }
  return groups
}

/** Describes a group, e.g. 'Wrong password, 3 times'. */
export function failureText({ reason, count }: Pick<FailureGroup, 'reason' | 'count'>): string {
  return `${words[reason]}, ${count === 1 ? 'once' : `${count} times`}`
}
