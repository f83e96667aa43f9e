import { Badge } from '@mantine/core'
import { IconArrowBackUp, IconLock, IconPencil } from '@tabler/icons-react'
import type { NoteStatus } from '#shared/contract/notes.ts'

/** A badge with the state of signing. Hidden for a draft that was never signed. */
export function SigningBadge({ status }: { status: NoteStatus }) {
  if (status === 'signed') return <Badge leftSection={<IconLock size={13} aria-hidden />}>Signed</Badge>
  if (status === 'awaiting_cosign')
    return (
      <Badge color="dusk" leftSection={<IconPencil size={13} aria-hidden />}>
        Awaiting co-signature
      </Badge>
    )
  if (status === 'returned')
    return (
      <Badge color="ochre" leftSection={<IconArrowBackUp size={13} aria-hidden />}>
        Returned
      </Badge>
    )
  return null
}
