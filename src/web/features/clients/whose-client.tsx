import { Text } from '@mantine/core'
import type { Client } from '#shared/contract/clients.ts'
import { therapistOf, useRelation } from './use-relation.ts'

/** Whose a client is, where that is not the reader. */
export function WhoseClient({ client }: { client: Client }) {
  if (useRelation(client) === 'own') return null
  return (
    <Text span fz="sm" c="dimmed" display="block">
      Therapist: {therapistOf(client)}
    </Text>
  )
}
