import { Card, Skeleton, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { accountQuery } from '#web/api/account.ts'
import { api, query } from '#web/api/client.ts'
import { useReadOnly } from '#web/api/read-only.ts'
import { ProfileForm } from '#web/features/settings/profile-form.tsx'
import { TwoFactorSection } from '#web/features/two-factor/two-factor-section.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Page } from '#web/ui/page.tsx'

export const Route = createFileRoute('/_shell/profile')({ component: ProfilePage })

// Read anew with every visit: what is edited is what is stored.
const profileQuery = query.accounts.me.queryOptions({ gcTime: 0 })

function ProfilePage() {
  const cache = useQueryClient()
  const profile = useQuery(profileQuery)
  const isReadOnly = useReadOnly()
  return (
    <Page title="My Profile">
      <Stack gap="lg">
        <Card padding={profile.isError ? 0 : 'lg'}>
          {profile.isError ? (
            <LoadFailure
              error={profile.error}
              fallback="Failed to load profile"
              onRetry={() => void profile.refetch()}
            />
          ) : profile.isPending ? (
            <Loading label="Loading profile">
              <Stack maw={720}>
                {Array.from({ length: 4 }, (_, field) => (
                  <Skeleton key={field} h={58} />
                ))}
              </Stack>
            </Loading>
          ) : (
            <ProfileForm
              account={profile.data}
              isReadOnly={isReadOnly}
              onSave={async (fields) => {
                const account = await api.accounts.update(fields)
                cache.setQueryData(profileQuery.queryKey, account)
                cache.setQueryData(accountQuery.queryKey, account)
                await cache.invalidateQueries({ queryKey: query.organizations.key() })
              }}
            />
          )}
        </Card>
        {profile.isSuccess && <TwoFactorSection timeZone={profile.data.timeZone} />}
      </Stack>
    </Page>
  )
}
