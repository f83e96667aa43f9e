import { Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#web/api/client.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { AnchorLink } from '#web/ui/layout/links.tsx'
import { FieldList } from './field-list.tsx'
import classes from './copying.module.css'

type Props = { opened: boolean; sessionId: string; onClose: () => void }

/** Copies a note to another system, field by field or as a whole. */
export default function CopyNoteFields({ opened, sessionId, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Copy field by field" size="lg">
      <Fields sessionId={sessionId} />
    </Dialog>
  )
}

function Fields({ sessionId }: { sessionId: string }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const profiles = useQuery(query.copies.profiles.queryOptions())
  const profileId = chosen ?? profiles.data?.suggestedId ?? ''
  const prepared = useQuery({
    ...query.copies.prepare.queryOptions({ input: { sessionId, profileId } }),
    enabled: profileId !== '',
    // The note may have changed since the dialog was last open.
    staleTime: 0,
    gcTime: 0,
  })
  const failed = profiles.isError ? profiles : prepared.isError ? prepared : null
  if (failed) {
    return <LoadFailure error={failed.error} fallback="Failed to load the note" onRetry={() => void failed.refetch()} />
  }
  if (!profiles.data) return <Placeholder kind="panel" />
  return (
    <Stack gap="md">
      <div className={classes.profile}>
        <Select
          className={classes.select}
          label="Copy to"
          data={profiles.data.items.map(({ id, name }) => ({ value: id, label: name }))}
          value={profileId}
          allowDeselect={false}
          onChange={setChosen}
        />
        <AnchorLink to="/settings" hash="copy-profiles">
          Edit copy profiles
        </AnchorLink>
      </div>
      {prepared.data ? (
        <FieldList
          key={`${profileId} ${prepared.data.version}`}
          sessionId={sessionId}
          copy={prepared.data}
          isFocused={chosen === null}
        />
      ) : (
        <Placeholder kind="panel" />
      )}
    </Stack>
  )
}
