import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { NoteTemplate, TemplateDetails } from '#shared/contract/templates.ts'
import { query } from '#web/api/client.ts'
import { accountQuery } from '#web/identity/account.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { shownDay } from '#web/ui/format/dates.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { templateDifferences } from './template-lines.ts'
import classes from './templates.module.css'

type Props = { opened: boolean; template: NoteTemplate; onClose: () => void }

/** The versions of a template with their changes, newest first. */
export default function TemplateVersions({ opened, template, onClose }: Props) {
  const { id: templateId } = template
  const { data: account } = useQuery(accountQuery)
  const list = useQuery({ ...query.templates.versions.queryOptions({ input: { templateId } }), staleTime: 0 })
  const templates = useQuery({ ...query.templates.list.queryOptions(), staleTime: 0 })
  const current = templates.data?.items.find(({ id }) => id === templateId) ?? template
  return (
    <Dialog opened={opened} onClose={onClose} title={`Versions of ${template.name}`} size="lg">
      <Stack gap="md">
        <Hint>“+” is new in a version; “−” was removed. Notes keep the version that they were made with.</Hint>
        {(list.error ?? templates.error) && (
          <LoadFailure
            error={list.error ?? templates.error}
            fallback="Failed to load the templates"
            onRetry={() => void Promise.all([list.refetch(), templates.refetch()])}
          />
        )}
        {list.isPending && <Placeholder kind="panel" />}
        {list.data?.items.map((before, at) => {
          const after = list.data.items[at - 1] ?? current
          if (after.version !== before.version + 1) {
            return list.isFetching || templates.isFetching ? (
              <Placeholder key={before.version} kind="line" count={2} />
            ) : (
              <Text key={before.version}>
                The template was changed meanwhile. Open the versions again to see this one.
              </Text>
            )
          }
          return (
            <section key={before.version}>
              <Title order={3}>
                Version {after.version}, {shownDay(before.replacedAt, account?.timeZone ?? '')}
              </Title>
              <Changes before={before} after={after} />
            </section>
          )
        })}
      </Stack>
    </Dialog>
  )
}

function Changes({ before, after }: { before: TemplateDetails; after: TemplateDetails }) {
  const { removed, added } = templateDifferences(before, after)
  if (removed.length + added.length === 0) return <Text>Saved without changes.</Text>
  return (
    <ul className={classes.changes}>
      {removed.map((line) => (
        <li key={`- ${line}`}>
          <del>− {line}</del>
        </li>
      ))}
      {added.map((line) => (
        <li key={`+ ${line}`}>
          <ins>+ {line}</ins>
        </li>
      ))}
    </ul>
  )
}
