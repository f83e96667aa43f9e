import { CloseButton, Combobox, Modal, Text, TextInput, useCombobox, VisuallyHidden } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { IconRefresh, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { HintLine } from '#web/ui/layout/text.ts'
import type { Entry, EntryGroup } from './entry.ts'
import { findEntries } from './find-entries.ts'
import { useClientEntries } from './use-client-entries.ts'
import classes from './palette.module.css'

type Props = {
  opened: boolean
  userId: string | null
  /** Groups that are always shown. */
  groups: readonly EntryGroup[]
  /** Groups that are shown once the user types, e.g. help topics. */
  typedGroups: readonly EntryGroup[]
  onClose: () => void
}

/** Finds clients, pages and actions and opens them. The chosen entry runs after the palette has closed. */
export function Palette({ opened, onClose, ...content }: Props) {
  const isMounted = useMounted()
  const chosen = useRef<Entry | null>(null)
  return (
    <Modal.Root
      opened={opened && isMounted}
      onClose={onClose}
      onExitTransitionEnd={() => {
        const entry = chosen.current
        chosen.current = null
        entry?.run()
      }}
      yOffset="10dvh"
      size={560}
      classNames={{ content: classes.content }}
      transitionProps={{ duration: 120, transition: 'fade' }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content radius="lg" aria-label="Search or go to">
        <Finder
          {...content}
          onClose={onClose}
          onChoose={(entry) => {
            chosen.current = entry
            onClose()
          }}
        />
      </Modal.Content>
    </Modal.Root>
  )
}

type FinderProps = Omit<Props, 'opened'> & { onChoose: (entry: Entry) => void }

function Finder({ userId, groups, typedGroups, onClose, onChoose }: FinderProps) {
  const id = useId()
  const store = useCombobox({ opened: true })
  const [text, setText] = useState('')
  const [wanted, setWanted] = useState<string | null>(null)
  const clients = useClientEntries(text, userId)
  const isTyped = text.trim() !== ''
  const others = [...groups, ...(isTyped ? typedGroups : [])].map(({ name, entries }) => ({
    name,
    entries: findEntries(entries, text),
  }))
  const retryEntry: Entry = { id: 'again', label: 'Try Again', Icon: IconRefresh, run: clients.again }
  const retry = clients.isError ? [{ name: 'Clients', entries: [retryEntry] }] : []
  const shown = [...retry, ...clients.groups, ...others].filter(({ entries }) => entries.length > 0)
  const entries = shown.flatMap((group) => group.entries)
  // The first entry is selected, unless the user selected another entry that is still listed.
  const selected = entries.find((entry) => entry.id === wanted) ?? entries[0]

  const choose = (chosen: string | undefined) => {
    const entry = entries.find((known) => known.id === chosen)
    if (entry === retryEntry) retryEntry.run()
    else if (entry) onChoose(entry)
  }
  const move = (to: number) => {
    const entry = entries.at(to % entries.length)
    if (!entry) return
    setWanted(entry.id)
    document.getElementById(`${id}-${entry.id}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const at = selected ? entries.indexOf(selected) : -1
    if (event.key === 'ArrowDown') move(at + 1)
    else if (event.key === 'ArrowUp') move(at - 1)
    else if (event.key === 'Enter') choose(selected?.id)
    else return
    event.preventDefault()
  }

  return (
    <>
      <TextInput
        data-autofocus
        classNames={{ input: classes.input }}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is an input
        role="combobox"
        aria-label="Search or go to"
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={selected && `${id}-${selected.id}`}
        autoComplete="off"
        placeholder="Clients, pages and help"
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={<CloseButton aria-label="Close" onClick={onClose} />}
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setWanted(null)
        }}
        onKeyDown={onKeyDown}
      />
      <VisuallyHidden component="output">{isTyped && !clients.isSearching && countOf(entries.length)}</VisuallyHidden>
      {clients.isError && (
        <Text role="alert" className={classes.line} c="var(--mantine-color-error)">
          Failed to load clients
        </Text>
      )}
      {clients.isSearching && <Text className={classes.line}>Searching…</Text>}
      {clients.total > clients.listed && !clients.isSearching && (
        <Text className={classes.line}>
          {clients.listed} of {clients.total} clients. Type more of the name.
        </Text>
      )}
      {entries.length === 0 && !clients.isSearching && (
        <Text className={classes.line}>Nothing here is called “{text.trim()}”. Try the first letters of a name.</Text>
      )}
      <Combobox store={store} onOptionSubmit={(chosen) => choose(chosen)}>
        <Combobox.Options id={id} aria-label="Found" className={classes.list}>
          {shown.map((group) => (
            <Combobox.Group key={group.name} label={group.name} classNames={{ groupLabel: classes.heading }}>
              {group.entries.map((entry) => (
                <Combobox.Option
                  key={entry.id}
                  id={`${id}-${entry.id}`}
                  value={entry.id}
                  selected={entry === selected}
                  aria-selected={entry === selected}
                  className={classes.option}
                  onMouseMove={() => setWanted(entry.id)}
                >
                  <Line entry={entry} />
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
      </Combobox>
    </>
  )
}

function Line({ entry: { label, about, Icon } }: { entry: Entry }) {
  return (
    <>
      <Icon size={18} stroke={1.6} aria-hidden />
      <span>
        {label}
        {about !== undefined && (
          <HintLine size="xs" className="num">
            {about}
          </HintLine>
        )}
      </span>
    </>
  )
}

function countOf(total: number): string {
  if (total === 0) return 'Nothing found'
  return total === 1 ? '1 entry' : `${total} entries`
}
