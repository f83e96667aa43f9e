import { Card } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { accountQuery } from '#web/identity/account.ts'
import { query } from '#web/api/client.ts'
import { useReadOnly } from '#web/identity/read-only.ts'
import { ConfirmEmail } from './confirm-email.tsx'

type Props = {
  /** Why a confirmed address is needed. */
  reason: string
  /** Shown once the address is confirmed. */
  children?: ReactNode
  /** True if the form is in its own card. */
  isCard?: boolean
}

/** Shows its children once the caller's email address is confirmed, and the confirmation form before. */
export function NeedsConfirmedEmail({ reason, children, isCard = false }: Props) {
  const cache = useQueryClient()
  const account = useQuery(accountQuery).data
  const isReadOnly = useReadOnly()
  if (!account || account.emailVerified || isReadOnly) return children
  const form = (
    <ConfirmEmail
      email={account.email}
      onConfirmed={async (confirmed) => {
        cache.setQueryData(accountQuery.queryKey, confirmed)
        // Passkeys and authenticator from before are removed.
        await cache.invalidateQueries({ queryKey: query.accounts.key() })
      }}
    >
      {reason}
    </ConfirmEmail>
  )
  return isCard ? <Card padding="lg">{form}</Card> : form
}
