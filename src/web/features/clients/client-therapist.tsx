import type { Client } from '#shared/contract/clients.ts'
import { HintLine } from '#web/ui/layout/text.ts'
import { therapistOf, useClientRelation } from './client-relation.ts'

/** Names the client's therapist, unless it is the user. */
export function ClientTherapist({ client, size = 'sm' }: { client: Client; size?: 'sm' | 'xs' }) {
  if (useClientRelation(client) === 'own') return null
  return <HintLine size={size}>Therapist: {therapistOf(client)}</HintLine>
}
