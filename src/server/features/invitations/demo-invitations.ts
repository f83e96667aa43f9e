import type { Invitation } from '#shared/contract/invitations.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Returns the invented invitations of the demo practice. They are not stored, so they cannot be accepted or canceled
 * (decision 0036).
 */
export function demoInvitations(now: Date): Invitation[] {
  const rows = [
    { email: 'ines.farrow@harbourstreet.example', role: 'therapist', status: 'sent', daysAgo: 2 },
    { email: 'gil.anders@harbourstreet.example', role: 'supervisor', status: 'pending', daysAgo: 4 },
  ] as const
  return rows.map(({ daysAgo, ...row }) => ({
    ...row,
    id: null,
    invitedBy: 'Maya Ellison',
    createdAt: new Date(now.getTime() - daysAgo * dayMs).toISOString(),
    expiresAt: new Date(now.getTime() + (7 - daysAgo) * dayMs).toISOString(),
  }))
}
