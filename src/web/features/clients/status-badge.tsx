import { Badge } from '@mantine/core'
import type { ClientStatus } from '#shared/contract/clients.ts'

export function StatusBadge({ status }: { status: ClientStatus }) {
  return <Badge color={status === 'active' ? 'spruce' : 'gray'}>{status === 'active' ? 'Active' : 'Archived'}</Badge>
}
