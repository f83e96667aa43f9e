import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '#web/ui/coming-page.tsx'
import { ButtonLink } from '#web/ui/links.tsx'

export const Route = createFileRoute('/_shell/billing')({ component: BillingPage })

function BillingPage() {
  return (
    <ComingPage
      title="Plans & Billing"
      heading="Plans will stand here"
      action={
        <ButtonLink to="/" variant="default">
          Go to the dashboard
        </ButtonLink>
      }
    >
      Plans and invoices come with a later release. Nothing is charged until then.
    </ComingPage>
  )
}
