import '@mantine/core/styles/Switch.layer.css'
import { Button, Card, Group, Select, Stack, Switch, Text, useMantineColorScheme } from '@mantine/core'
import { useComputedColorScheme } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconMoon, IconSun } from '@tabler/icons-react'
import type { Account, NotificationSettings } from '#shared/contract/accounts.ts'
import { noteTypeChoices } from '#shared/rules/note-types.ts'
import { accountQuery } from '#web/identity/account.ts'
import { api } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { changedFields, showSaved } from '#web/ui/form/changed-fields.ts'
import { useSubmission } from '#web/ui/form/form.ts'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { useSingleKeys } from '#web/ui/browser/single-keys.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { CardTitle } from '#web/ui/layout/panel-parts.ts'
import { ownAccountQuery } from './form-queries.ts'
import { SettingsForm } from './settings-form.tsx'
import classes from './settings.module.css'

type Fields = Pick<Account, 'defaultNoteType'> &
  Pick<NotificationSettings, 'lowSessionsRemaining' | 'clientTransferred'>

// The homework setting is stored as specified, but hidden because there is no homework feature yet.
const notifications: readonly { name: Exclude<keyof Fields, 'defaultNoteType'>; label: string; description: string }[] =
  [
    {
      name: 'lowSessionsRemaining',
      label: 'Low sessions remaining',
      description: 'When your plan is running low on sessions.',
    },
    {
      name: 'clientTransferred',
      label: 'Client transferred',
      description: 'When a client is transferred to or from you.',
    },
  ]

/** Dark mode, which takes effect immediately, and preferences that are saved with the account. */
export function Preferences({ isReadOnly }: { isReadOnly: boolean }) {
  const account = useQuery(ownAccountQuery)
  return (
    <Loaded
      query={account}
      failure="Failed to load settings"
      loading={
        <Loading label="Loading settings">
          <Placeholder kind="panel" count={2} />
        </Loading>
      }
    >
      {(data) => <PreferencesForm account={data} isReadOnly={isReadOnly} />}
    </Loaded>
  )
}

function PreferencesForm({ account, isReadOnly }: { account: Account; isReadOnly: boolean }) {
  const cache = useQueryClient()
  const form = useForm<Fields>({ initialValues: fieldsOf(account) })
  const submission = useSubmission<Fields>(async (fields) => {
    const { defaultNoteType, ...notificationSettings } = changedFields(form.getInitialValues(), fields)
    const saved = await api.accounts.update({ defaultNoteType, notificationSettings })
    for (const { queryKey } of [ownAccountQuery, accountQuery]) showResult(cache, queryKey, saved)
    showSaved(form, fields, fieldsOf(saved))
    showSuccess('Changes saved successfully', 3000)
  }, 'Failed to save settings')
  return (
    <SettingsForm form={form} submission={submission} what="your settings" isReadOnly={isReadOnly} gap="lg">
      <Card component="section" aria-labelledby="application-settings">
        <CardTitle id="application-settings">Application Settings</CardTitle>
        <Stack gap="lg">
          <DarkMode />
          <SingleKeys />
          <Select
            className={classes.field}
            label="Default Note Type"
            description="Used for new sessions. You can change it for each session."
            data={noteTypeChoices.map(({ value }) => value)}
            allowDeselect={false}
            disabled={isReadOnly}
            {...form.getInputProps('defaultNoteType')}
          />
        </Stack>
      </Card>
      <Card component="section" aria-labelledby="notification-settings">
        <CardTitle id="notification-settings">Notifications</CardTitle>
        <Stack gap="md">
          {notifications.map(({ name, label, description }) => (
            <Switch
              key={name}
              label={label}
              description={description}
              disabled={isReadOnly}
              {...form.getInputProps(name, { type: 'checkbox' })}
            />
          ))}
        </Stack>
      </Card>
    </SettingsForm>
  )
}

function fieldsOf({ defaultNoteType, notificationSettings }: Account): Fields {
  const { lowSessionsRemaining, clientTransferred } = notificationSettings
  return { defaultNoteType, lowSessionsRemaining, clientTransferred }
}

function SingleKeys() {
  const [isOn, setOn] = useSingleKeys()
  return (
    <Switch
      className={classes.field}
      label="Single-letter shortcuts"
      description="Letters such as J and K in a review, and I and X in the safety passages. Saved in this browser."
      checked={isOn}
      onChange={(event) => setOn(event.currentTarget.checked)}
    />
  )
}

function DarkMode() {
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const Icon = isDark ? IconSun : IconMoon
  return (
    <Group justify="space-between" className={classes.field}>
      <div>
        <Text fw={500} size="sm">
          Appearance
        </Text>
        <Hint>Saved in this browser.</Hint>
      </div>
      <Button
        variant="default"
        leftSection={<Icon size={17} aria-hidden />}
        onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
      >
        {isDark ? 'Light Mode' : 'Dark Mode'}
      </Button>
    </Group>
  )
}
