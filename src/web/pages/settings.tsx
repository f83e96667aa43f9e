import { Button, Stack, Tabs } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Account } from '#shared/contract/accounts.ts'
import { isOrganizationAdmin, rolesToInvite } from '#shared/rules/roles.ts'
import { onlyChecked } from '#web/ui/browser/only-checked.ts'
import { api, query } from '#web/api/client.ts'
import { NoOrganization } from '#web/features/accounts/no-organization.tsx'
import { TrailCard } from '#web/features/audit/trail-card.tsx'
import { CopyProfiles } from '#web/features/copies/copy-profiles.tsx'
import { Engines } from '#web/features/engines/engines.tsx'
import { PendingInvitations } from '#web/features/invitations/pending-invitations.tsx'
import { memberListQuery } from '#web/features/members/member-list-query.ts'
import { SupervisorAssignments } from '#web/features/members/supervisor-assignments.tsx'
import { TeamMembers } from '#web/features/members/team-members.tsx'
import { OrganizationDetails } from '#web/features/organizations/organization-details.tsx'
import { OrganizationSwitcher } from '#web/features/organizations/organization-switcher.tsx'
import { AllNotesLink } from '#web/features/psychotherapy-notes/link-cards.tsx'
import { Preferences } from '#web/features/settings/preferences.tsx'
import { Templates } from '#web/features/templates/templates.tsx'
import { signingRulesQuery, vocabularyQuery } from '#web/features/settings/form-queries.ts'
import { SigningRulesPanel } from '#web/features/settings/signing-rules.tsx'
import { VocabularyPanel } from '#web/features/settings/vocabulary.tsx'
import { SnippetsLink } from '#web/features/snippets/snippets-link.tsx'
import { accountQuery } from '#web/identity/account.ts'
import { useReadOnly } from '#web/identity/read-only.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import classes from './settings.module.css'

const InviteMember = lazyDialog(() => import('#web/features/invitations/invite-member.tsx'))

type Search = { tab?: 'organization' | 'engines' }

const tabOf = (tab: unknown): Search => (tab === 'organization' || tab === 'engines' ? { tab } : {})

export const Route = createFileRoute('/_shell/settings')({
  validateSearch: onlyChecked((search): Search => tabOf(search['tab'])),
  component: SettingsPage,
})

function SettingsPage() {
  const { tab = 'preferences' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: account } = useQuery(accountQuery)
  const isReadOnly = useReadOnly()
  return (
    <Page title="Settings">
      <Tabs
        value={tab}
        // In the mode `activity`, effects of a hidden tab would end, but unsaved preferences must be asked about on
        // other tabs, too.
        keepMountedMode="display-none"
        onChange={(value) => void navigate({ search: tabOf(value), replace: true })}
      >
        <Tabs.List>
          <Tabs.Tab value="preferences">Preferences</Tabs.Tab>
          <Tabs.Tab value="organization">Organization</Tabs.Tab>
          {account?.canManageEngines && <Tabs.Tab value="engines">Engines</Tabs.Tab>}
        </Tabs.List>
        {/* The tab stays mounted to keep unsaved changes. */}
        <Tabs.Panel value="preferences" keepMounted className={classes.panel}>
          <div className={classes.preferences}>
            <Preferences isReadOnly={isReadOnly} />
            <SnippetsLink />
            {!isReadOnly && <AllNotesLink />}
            {account && !isReadOnly && (
              <Templates isOrganizationAdmin={isOrganizationAdmin(account.organization?.role ?? null)} />
            )}
            <CopyProfiles isReadOnly={isReadOnly} />
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="organization" className={classes.panel}>
          {account && tab === 'organization' && <OrganizationTab account={account} isReadOnly={isReadOnly} />}
        </Tabs.Panel>
        <Tabs.Panel value="engines" className={classes.panel}>
          {tab === 'engines' && account && (account.canManageEngines ? <Engines /> : <NoEngines />)}
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

function NoEngines() {
  return (
    <EmptyState title="Your Attend administrator manages the engines">
      Ask them to install a speech engine or a language model.
    </EmptyState>
  )
}

type TabProps = { account: Account; isReadOnly: boolean }

/** The panels appear together, so that no panel moves while another panel loads. */
function OrganizationTab({ account, isReadOnly }: TabProps) {
  const { organization } = account
  const isMember = organization !== null
  const inCharge = isOrganizationAdmin(organization?.role ?? null)
  const isLoading = useQueries({
    queries: [
      query.organizations.mine.queryOptions(),
      query.organizations.get.queryOptions({ enabled: isMember }),
      { ...memberListQuery, enabled: isMember },
      query.invitations.list.queryOptions({ enabled: isMember }),
      { ...signingRulesQuery, enabled: inCharge },
      { ...vocabularyQuery, enabled: inCharge },
    ],
    // A panel that failed shows its retry in place, without hiding the others.
    combine: (results) => results.some((result) => result.isLoading && !result.isFetched),
  })
  if (isLoading) {
    return (
      <Loading label="Loading organization">
        <Placeholder kind="panel" count={3} />
      </Loading>
    )
  }
  return <OrganizationSettings account={account} isReadOnly={isReadOnly} />
}

/** The Organization tab: details for all members, and changes for owners and admins. */
function OrganizationSettings({ account, isReadOnly }: TabProps) {
  const cache = useQueryClient()
  const organization = useQuery({
    ...query.organizations.get.queryOptions(),
    enabled: account.organization !== null,
  })
  const therapists = useQuery({
    ...memberListQuery,
    enabled: account.organization !== null,
    select: ({ items }) => items.filter(({ role }) => role === 'therapist'),
  })
  const invite = useDialog()
  if (!account.organization) {
    return (
      <>
        <NoOrganization />
        <OrganizationSwitcher isReadOnly={isReadOnly} />
      </>
    )
  }
  const { role } = account.organization
  const inCharge = isOrganizationAdmin(role)
  const isFixed = isReadOnly || organization.data?.isDemo !== false
  return (
    <Stack gap="lg">
      <OrganizationDetails isReadOnly={isReadOnly} />
      <OrganizationSwitcher isReadOnly={isReadOnly} />
      <TeamMembers
        account={account}
        isFixed={isFixed}
        aside={
          inCharge &&
          !isFixed && (
            <Button leftSection={<IconUserPlus size={17} aria-hidden />} onClick={invite.open}>
              Invite Member
            </Button>
          )
        }
      />
      <PendingInvitations timeZone={account.timeZone} isFixed={isFixed} />
      {inCharge && <SupervisorAssignments isFixed={isFixed} />}
      {inCharge && <SigningRulesPanel isFixed={isFixed} />}
      {inCharge && <VocabularyPanel isFixed={isFixed} />}
      {inCharge && <TrailCard />}
      {invite.isMounted && (
        <Suspense>
          <InviteMember
            opened={invite.isOpen}
            roles={rolesToInvite(role)}
            therapists={therapists}
            send={async (invitation) => {
              const sentInvitation = await api.invitations.send(invitation)
              await Promise.all([
                cache.invalidateQueries({ queryKey: query.invitations.key() }),
                cache.invalidateQueries({ queryKey: query.organizations.key() }),
              ])
              return sentInvitation
            }}
            onClose={invite.close}
          />
        </Suspense>
      )}
    </Stack>
  )
}
