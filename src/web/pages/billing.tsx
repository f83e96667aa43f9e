import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useRef } from 'react'
import { onlyChecked } from '#web/ui/browser/only-checked.ts'
import { accountQuery } from '#web/identity/account.ts'
import { useReadOnly } from '#web/identity/read-only.ts'
import { NoOrganization } from '#web/features/accounts/no-organization.tsx'
import { AvailablePlans } from '#web/features/billing/plan/available-plans.tsx'
import { plansQuery, stateQuery } from '#web/features/billing/billing-queries.ts'
import { CurrentPlan } from '#web/features/billing/plan/current-plan.tsx'
import { DemoBilling } from '#web/features/billing/demo-billing.tsx'
import { ManageBilling } from '#web/features/billing/manage-billing.tsx'
import { ReturnBanner } from '#web/features/billing/return-banner.tsx'
import { readFlags } from '#web/features/billing/return-flags.ts'
import { WhoManages } from '#web/features/billing/who-manages.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'

export const Route = createFileRoute('/_shell/billing')({
  validateSearch: onlyChecked(readFlags),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(stateQuery)
    void queryClient.prefetchQuery(plansQuery)
  },
  component: BillingPage,
})

function BillingPage() {
  const flags = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: account } = useQuery(accountQuery)
  const organization = account?.organization?.name
  return (
    <Page title="Plans & Billing" lead={organization && `What ${organization} has subscribed to`}>
      <ReturnBanner flags={flags} onSeen={() => void navigate({ search: {}, replace: true })} />
      {account && (account.organization ? <Billing timeZone={account.timeZone} /> : <NoOrganization />)}
    </Page>
  )
}

function Billing({ timeZone }: { timeZone: string }) {
  const { data: billing } = useQuery(stateQuery)
  const isReadOnly = useReadOnly()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Stack gap="lg">
      <CurrentPlan timeZone={timeZone} />
      {billing?.mayManage === true && !isReadOnly ? (
        <ManageBilling billing={billing} timeZone={timeZone} />
      ) : billing?.isDemo === true && !isReadOnly ? (
        <DemoBilling subscription={billing.subscription} timeZone={timeZone} />
      ) : (
        <>
          <AvailablePlans subscription={billing?.subscription ?? null} onChoose={null} headingRef={heading} />
          {billing ? <WhoManages isReadOnly={isReadOnly} /> : <Placeholder kind="panel" />}
        </>
      )}
    </Stack>
  )
}
