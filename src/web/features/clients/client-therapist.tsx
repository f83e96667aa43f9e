import { Text } from '@mantine/core'
import type { Client } from '#shared/contract/clients.ts'
import { therapistOf, useRelation } from './client-relation.ts'

/** Whose a client is, where that is not the reader. */
export function WhoseClient({ client, fz = 'sm' }: { client: Client; fz?: 'sm' | 'xs' }) {
  if (useRelation(client) === 'own') return null
  return (
    <Text span fz={fz} c="dimmed" display="block">
      Therapist: {therapistOf(client)}
    </Text>
  )
}
