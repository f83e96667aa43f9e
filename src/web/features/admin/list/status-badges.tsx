import { Badge } from '@mantine/core'
import type { SubscriptionStatus } from '#shared/contract/admin-organizations.ts'
import type { SessionTime } from '#shared/contract/admin-sessions.ts'
import type { ClientStatus } from '#shared/contract/clients.ts'
import { clientStatusNames, subscriptionNames, timeNames } from '../labels.ts'

const subscriptionColors = { active: 'spruce', trial: 'dusk', inactive: 'gray', canceled: 'ochre' } as const
const timeColors = { today: 'spruce', upcoming: 'dusk', past: 'gray' } as const

export function SubscriptionBadge({ status }: { status: SubscriptionStatus }) {
  return <Badge color={subscriptionColors[status]}>{subscriptionNames[status]}</Badge>
}

export function ClientBadge({ status }: { status: ClientStatus }) {
  return <Badge color={status === 'active' ? 'spruce' : 'gray'}>{clientStatusNames[status]}</Badge>
}

/** A badge that shows whether a session is today, upcoming or past. */
export function TimeBadge({ when }: { when: SessionTime }) {
  return <Badge color={timeColors[when]}>{timeNames[when]}</Badge>
}
