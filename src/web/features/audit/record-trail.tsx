import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { accountQuery } from '#web/identity/account.ts'
import { lazyPart, notLoaded } from '#web/ui/feedback/lazy-part.tsx'
import { FoldedSection } from '#web/ui/layout/folded-section.tsx'
import { TrailSkeleton } from './trail-skeleton.tsx'

const ClientTrail = lazyPart(() => import('./client-trail.tsx'), notLoaded('Failed to load access history'))

/** The access history of a record, collapsed at first because viewing it is recorded, too. */
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
