import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { accountQuery } from '#web/identity/account.ts'
import { FoldedSection } from '#web/ui/layout/folded-section.tsx'
import { TrailSkeleton } from './trail-skeleton.tsx'

const ClientTrail = lazy(() => import('./client-trail.tsx'))

/** The access history, collapsed until opened because viewing it is recorded, too. */
export function RecordTrail({ clientId }: { clientId: string }) {
  const { data: account } = useQuery(accountQuery)
  return (
    <FoldedSection title="Access history">
      <Suspense fallback={<TrailSkeleton />}>
        <ClientTrail clientId={clientId} timeZone={account?.timeZone ?? ''} />
      </Suspense>
    </FoldedSection>
  )
}
