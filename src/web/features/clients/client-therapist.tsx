import { Text } from '@mantine/core'
import type { Client } from '#shared/contract/clients.ts'
import { therapistOf, useClientRelation } from './client-relation.ts'

/** The client's therapist, unless that is the user. */
export function ClientTherapist({ client, fz = 'sm' }: { client: Client; fz?: 'sm' | 'xs' }) {
  if (useClientRelation(client) === 'own') return null
  return (
    <Text span fz={fz} c="dimmed" display="block">
      Therapist: {therapistOf(client)}
    </Text>
  )
}
