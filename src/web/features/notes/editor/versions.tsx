import { Button, Drawer, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Note, NoteVersion } from '#shared/contract/notes.ts'
import { api, query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusOnMount } from '#web/ui/form/form.ts'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { Hint, StrongLine } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { Differences, showDifferences } from './differences.tsx'
import classes from '../notes.module.css'

type Props = {
  opened: boolean
  note: Note
  /** The version that is shown first, compared with the current text; null for the list. */
  first: number | null
  /** The therapist's zone, for the times of the versions. */
  timeZone: string
  canRestore: boolean
  onNote: (note: Note) => void
  /** Refetches the note. */
  load: () => Promise<Note>
  onClose: () => void
}

/** All versions of a note: view them, compare them with the current text, restore them. */
export default function Versions({ opened, note, first, timeZone, canRestore, onNote, load, onClose }: Props) {
  const isMounted = useMounted()
  const [chosen, setChosen] = useState(first)
  const [isSince, setSince] = useState(first !== null)
  /** The version that was open before the list. Its entry in the list takes the focus. */
  const [lastOpened, setLastOpened] = useState<number | null>(null)
  const choose = (version: number | null) => {
    setLastOpened(chosen)
    setChosen(version)
    setSince(false)
  }
  const title = chosen === null ? 'Versions' : isSince ? `Changes since version ${chosen}` : `Version ${chosen}`
  return (
    <Drawer
      opened={opened && isMounted}
      onClose={onClose}
      position="right"
      size="lg"
      title={<span className={classes.drawerTitle}>{title}</span>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {chosen === null ? (
        <List note={note} timeZone={timeZone} lastOpened={lastOpened} onChoose={choose} />
      ) : (
        <OneVersion
          key={chosen}
          note={note}
          version={chosen}
          canRestore={canRestore}
          isSince={isSince}
          load={load}
          onBack={() => choose(null)}
          onRestored={(restored) => {
            onNote(restored)
            choose(null)
            onClose()
            showSuccess(`Version ${chosen} was restored.`)
          }}
        />
      )}
    </Drawer>
  )
}

type ListProps = { note: Note; timeZone: string; lastOpened: number | null; onChoose: (version: number) => void }

function List({ note, timeZone, lastOpened, onChoose }: ListProps) {
  const versions = useQuery(query.notes.versions.queryOptions({ input: { sessionId: note.sessionId }, staleTime: 0 }))
  if (versions.isPending) return <Placeholder kind="panel" />
  if (versions.isError) {
    return (
      <LoadFailure error={versions.error} fallback="Failed to load notes" onRetry={() => void versions.refetch()} />
    )
  }
  return (
    <ol className={classes.versions}>
      {versions.data.items.map((item) => (
        <li key={item.version}>
          <UnstyledButton
            ref={item.version === lastOpened ? focusOnMount : undefined}
            className={classes.type}
            aria-pressed={item.version === note.version}
            onClick={() => onChoose(item.version)}
          >
            <StrongLine>
              Version {item.version}
              {item.version === note.version && ' (current)'}, {item.reason}
            </StrongLine>
            <Hint span className="num">
              {describe(item, timeZone)}
            </Hint>
          </UnstyledButton>
        </li>
      ))}
    </ol>
  )
}

function describe({ createdAt, author, noteType }: NoteVersion, timeZone: string): string {
  const when = new Intl.DateTimeFormat('en-US', {
    timeZone: timeZone || undefined,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(createdAt))
  return [when, author, noteType].filter((part) => part !== '').join(' · ')
}

type OneProps = {
  note: Note
  version: number
  canRestore: boolean
  /** Whether to show what changed after this version. If false, the text that only this version contains is shown. */
  isSince: boolean
  load: () => Promise<Note>
  onBack: () => void
  onRestored: (note: Note) => void
}

function OneVersion({ note, version, canRestore, isSince, load, onBack, onRestored }: OneProps) {
  const { sessionId } = note
  const found = useQuery(query.notes.version.queryOptions({ input: { sessionId, version } }))
  const [question, setQuestion] = useState<'none' | 'open' | 'canceled'>('none')
  const [isRestoring, setRestoring] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isCurrent = version === note.version

  const restore = async () => {
    setRestoring(true)
    setFailure(null)
    try {
      onRestored(await api.notes.restore({ sessionId, version, baseVersion: note.version }))
    } catch (error) {
      const { code, sentence } = readError(error, 'Failed to save notes')
      // The next attempt replaces the newest text, which is compared then.
      if (code === 'note_conflict') await load().catch(() => undefined)
      setFailure(sentence)
    } finally {
      setRestoring(false)
    }
  }
  if (found.isError) {
    return <LoadFailure error={found.error} fallback="Failed to load notes" onRetry={() => void found.refetch()} />
  }
  return (
    <Stack>
      <Group justify="space-between">
        <Button ref={focusOnMount} variant="default" onClick={onBack}>
          All versions
        </Button>
        {canRestore && !isCurrent && question !== 'open' && (
          <Button ref={question === 'canceled' ? focusOnMount : undefined} onClick={() => setQuestion('open')}>
            Restore this version
          </Button>
        )}
      </Group>
      {question === 'open' && (
        <Stack gap="xs">
          <Text>Restore version {version}? The current text stays available as a version.</Text>
          <Group gap="sm">
            <Button ref={focusOnMount} variant="default" disabled={isRestoring} onClick={() => setQuestion('canceled')}>
              Cancel
            </Button>
            <Button loading={isRestoring} onClick={() => void restore()}>
              Restore
            </Button>
          </Group>
        </Stack>
      )}
      <FormError message={failure} />
      {found.isPending ? (
        <Placeholder kind="panel" />
      ) : (
        <>
          {!isCurrent && (
            <Hint>
              {isSince
                ? `“+” was added since version ${version}; “−” was removed.`
                : '“+” is only in this version; “−” is only in the current note.'}
            </Hint>
          )}
          {isSince ? (
            showDifferences(found.data.sections, note.sections)
          ) : (
            <Differences here={found.data.sections} there={isCurrent ? found.data.sections : note.sections} />
          )}
        </>
      )}
    </Stack>
  )
}
