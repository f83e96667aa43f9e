import type { Client } from '#shared/contract/clients.ts'
import { shownTherapist } from '#shared/rules/therapist-name.ts'
import { HintLine } from '#web/ui/layout/text.ts'
import { useClientRelation } from './client-relation.ts'

/** Names the client's therapist, unless it is the user. */
export function ClientTherapist({ client, size = 'sm' }: { client: Client; size?: 'sm' | 'xs' }) {
  if (useClientRelation(client) === 'own') return null
  return <HintLine size={size}>Therapist: {shownTherapist(client.therapistName)}</HintLine>
}
