import { Card } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { accountQuery } from '#web/identity/account.ts'
import { query } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'
import { useReadOnly } from '#web/identity/read-only.ts'
import { ConfirmEmail } from './confirm-email.tsx'

type Props = {
  /** Says why a confirmed address is needed. */
  reason: string
  /** Content for a user with a confirmed address. */
  children?: ReactNode
  /** Whether the confirmation form is in its own card. */
  isCard?: boolean
}

/** Shows its children if the user's email address is confirmed, else the form that confirms it. */
export function NeedsConfirmedEmail({ reason, children, isCard = false }: Props) {
  const cache = useQueryClient()
  const account = useQuery(accountQuery).data
  const isReadOnly = useReadOnly()
  if (!account || account.emailVerified || isReadOnly) return children
  const form = (
    <ConfirmEmail
      email={account.email}
      onConfirmed={async (confirmed) => {
        showResult(cache, accountQuery.queryKey, confirmed)
        // The confirmation removes passkeys and authenticator apps that were added before it.
        await cache.invalidateQueries({ queryKey: query.accounts.key() })
      }}
    >
      {reason}
    </ConfirmEmail>
  )
  return isCard ? <Card padding="lg">{form}</Card> : form
}
