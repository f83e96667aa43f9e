import { Title, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId } from 'react'
import { accountQuery } from '#web/identity/account.ts'
import { TrailSkeleton } from './trail-skeleton.tsx'
import classes from './audit.module.css'

const ClientTrail = lazy(() => import('./client-trail.tsx'))

/** The access history, collapsed until opened because viewing it is recorded, too. */
export function RecordTrail({ clientId }: { clientId: string }) {
  const id = useId()
  const [isOpen, fold] = useDisclosure(false)
  const { data: account } = useQuery(accountQuery)
  return (
    <section className={classes.fold} aria-labelledby={id}>
      <Title order={2} id={id}>
        <UnstyledButton className={classes.foldButton} aria-expanded={isOpen} onClick={fold.toggle}>
          Access history
          <IconChevronDown size={18} className={classes.chevron} data-open={isOpen || undefined} aria-hidden />
        </UnstyledButton>
      </Title>
      {isOpen && (
        <Suspense fallback={<TrailSkeleton />}>
          <ClientTrail clientId={clientId} timeZone={account?.timeZone ?? ''} />
        </Suspense>
      )}
    </section>
  )
}
