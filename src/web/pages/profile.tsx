import { Card, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { accountQuery } from '#web/api/account.ts'
import { AccountSummary } from '#web/features/accounts/account-summary.tsx'
import { TwoFactorSection } from '#web/features/two-factor/two-factor-section.tsx'
import { Page } from '#web/ui/page.tsx'

export const Route = createFileRoute('/_shell/profile')({ component: ProfilePage })

function ProfilePage() {
  const { data: account } = useQuery(accountQuery)
  return (
    <Page title="My Profile" lead="What you told us at sign-up. Changing it here comes with a later release.">
      <Stack gap="lg">
        <Card padding={0}>
          {account ? <AccountSummary account={account} /> : <Text p="lg">Failed to load account</Text>}
        </Card>
        {account && <TwoFactorSection timeZone={account.timeZone} />}
      </Stack>
    </Page>
  )
}
