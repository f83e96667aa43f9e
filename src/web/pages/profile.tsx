import { Card, Stack, Tabs } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { onlyChecked } from '#web/ui/browser/only-checked.ts'
import { accountQuery } from '#web/identity/account.ts'
import { api, query } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'
import { useReadOnly } from '#web/identity/read-only.ts'
import { ownAccountQuery } from '#web/features/settings/form-queries.ts'
import { ProfileForm } from '#web/features/settings/profile-form.tsx'
import { cardNotLoaded, lazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { NeedsConfirmedEmail } from '#web/ui/form/needs-confirmed-email.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import classes from './settings.module.css'

const YourVoice = lazyPart(
  () => import('#web/features/transcripts/own-voice/your-voice.tsx'),
  cardNotLoaded('Failed to load your voice'),
)
const ProfileSecurity = lazyPart(
  () => import('#web/features/accounts/security/profile-security.tsx'),
  cardNotLoaded('Failed to load sign-in and security'),
)

type Search = { tab?: 'security' }

export const Route = createFileRoute('/_shell/profile')({
  validateSearch: onlyChecked(({ tab }): Search => (tab === 'security' ? { tab } : {})),
  component: ProfilePage,
})

function ProfilePage() {
  const { tab = 'about' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: account } = useQuery(accountQuery)
  // While viewing as another user, the sign-in is that of the viewer, so its tab is hidden.
  const isReadOnly = useReadOnly()
  const shown = isReadOnly ? 'about' : tab
  return (
    <Page title="My Profile">
      <Tabs
        value={shown}
        // In the mode `activity`, effects of a hidden tab would end. The guard of unsaved changes must stay active.
        keepMountedMode="display-none"
        onChange={(value) => void navigate({ search: value === 'security' ? { tab: 'security' } : {}, replace: true })}
      >
        <Tabs.List>
          <Tabs.Tab value="about">About you</Tabs.Tab>
          {!isReadOnly && <Tabs.Tab value="security">Sign-in and security</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="about" keepMounted className={classes.panel}>
          <AboutYou />
        </Tabs.Panel>
        <Tabs.Panel value="security" className={classes.panel}>
          {account && shown === 'security' && (
            <Suspense
              fallback={
                <Loading label="Loading sign-in and security">
                  <Placeholder kind="panel" count={2} />
                </Loading>
              }
            >
              <ProfileSecurity account={account}>
                <YourVoice timeZone={account.timeZone} />
              </ProfileSecurity>
            </Suspense>
          )}
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

function AboutYou() {
  const cache = useQueryClient()
  const profile = useQuery(ownAccountQuery)
  const isReadOnly = useReadOnly()
  return (
    <Stack gap="lg">
      <NeedsConfirmedEmail
        reason="Passkeys, invitations and joining an organization need a confirmed address."
        isCard
      />
      <Card padding={profile.isError && !profile.data ? 0 : 'lg'}>
        <Loaded
          query={profile}
          failure="Failed to load profile"
          loading={
            <Loading label="Loading profile">
              <Placeholder kind="field" count={4} />
            </Loading>
          }
        >
          {(data) => (
            <ProfileForm
              account={data}
              isReadOnly={isReadOnly}
              onSave={async (changes) => {
                const account = await api.accounts.update(changes)
                showResult(cache, ownAccountQuery.queryKey, account)
                showResult(cache, accountQuery.queryKey, account)
                // Notes and their signatures name the signer.
                const nouns = [query.organizations, query.notes, query.signatures, query.cosign]
                await Promise.all(nouns.map((noun) => cache.invalidateQueries({ queryKey: noun.key() })))
                return account
              }}
            />
          )}
        </Loaded>
      </Card>
    </Stack>
  )
}
