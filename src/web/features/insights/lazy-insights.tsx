import { Card, Title } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { Suspense, useState } from 'react'
import { cardNotLoaded, lazyPart } from '#web/ui/feedback/lazy-part.tsx'
import type { InsightsCardProps } from './insights-card.tsx'

const InsightsCard = lazyPart(() => import('./insights-card.tsx'), cardNotLoaded('Failed to load insights'))

type Props = InsightsCardProps & { canEdit: boolean }

/**
 * The insights at the end of a note. They load when the user scrolls near them; for users who cannot edit the note,
 * they load immediately, because the card may be hidden.
 */
export function LazyInsights({ canEdit, ...props }: Props) {
  const { ref, entry } = useIntersection({ rootMargin: '100%' })
  const [isNear, setNear] = useState(!canEdit)
  if (entry?.isIntersecting && !isNear) setNear(true)
  const place = (
    <Card ref={ref} component="section" aria-label="Session insights">
      <Title order={2}>Session insights</Title>
    </Card>
  )
  if (!isNear) return place
  // Users who cannot edit the note get no placeholder, because they may not have the card.
  return (
    <Suspense fallback={canEdit ? place : null}>
      <InsightsCard {...props} />
    </Suspense>
  )
}
