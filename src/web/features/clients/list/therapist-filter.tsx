import { Button, Input } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { accountQuery } from '#web/identity/account.ts'
import { lazyPart } from '#web/ui/feedback/lazy-part.tsx'
import type { TherapistFilterProps } from './therapist-select.tsx'

/** Its popup and search need much script, and most users do not see it. */
const TherapistSelect = lazyPart(
  () => import('./therapist-select.tsx'),
  ({ onRetry }) => (
    <Button variant="subtle" color="ember" onClick={onRetry}>
      Failed to load therapists. Try again.
    </Button>
  ),
)

/** Filters the list by therapist, for users who see more than their own clients. */
export function TherapistFilter(props: TherapistFilterProps) {
  const { data: account } = useQuery(accountQuery)
  const seesOthers = account?.organization != null && account.organization.role !== 'therapist'
  if (!seesOthers) return null
  return (
    <Suspense fallback={<Input className={props.className} disabled aria-hidden />}>
      <TherapistSelect {...props} userId={account.id} />
    </Suspense>
  )
}
