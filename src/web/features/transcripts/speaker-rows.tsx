import { Button, Menu, TextInput } from '@mantine/core'
import { IconArrowMerge, IconSwitchHorizontal } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import { SpeakerInitial } from './speaker-initial.tsx'
import { type LabelledSpeaker, roles, turnCount } from './speakers.ts'
import type { TranscriptEdits } from './use-transcript-edits.ts'
import classes from './transcripts.module.css'

export type SpeakersProps = { speakers: readonly LabelledSpeaker[]; edits: TranscriptEdits; canEdit: boolean }

/** Returns the two speakers that one click swaps: therapist and client, or else the first two. */
export function speakersToSwap(speakers: readonly LabelledSpeaker[]): [LabelledSpeaker, LabelledSpeaker] | null {
  const [first] = speakers
  const second = speakers.find(({ speaker }) => speaker === 'client' && first?.speaker !== 'client') ?? speakers[1]
  return first && second ? [first, second] : null
}

/** Returns the first word of a name, for short labels. A title or a number stays with it. */
export const shortName = (name: string) => /^(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?\S+(?: \d+)?/.exec(name)?.[0] ?? name

/** The speakers with the actions for each. */
export function SpeakerRows({ speakers, edits, canEdit }: SpeakersProps) {
  const [renamed, setRenamed] = useState<string | null>(null)
  const swap = speakersToSwap(speakers)
  return (
    <ul className={classes.speakers} aria-label="Speakers">
      {speakers.map((one) => (
        <li key={one.label} className={classes.speaker}>
          <SpeakerInitial initial={one.initial} speaker={one.speaker} />
          {renamed === one.label ? (
            <RenameField speaker={one} speakers={speakers} edits={edits} onEnd={() => setRenamed(null)} />
          ) : (
            <>
              <Strong span className={classes.speakerName}>
                {one.name}
              </Strong>
              <Hint span className="num">
                {speakerFacts(one, canEdit)}
              </Hint>
              {canEdit && (
                <span className={classes.speakerActions}>
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={`Rename ${one.name}`}
                    onClick={() => setRenamed(one.label)}
                  >
                    Rename
                  </Button>
                  <RoleMenu speaker={one} edits={edits} />
                  {swap?.[0] === one && (
                    <Button
                      variant="default"
                      size="compact-sm"
                      leftSection={<IconSwitchHorizontal size={15} aria-hidden />}
                      onClick={() => void edits.apply({ kind: 'swap', label: one.label, other: swap[1].label })}
                    >
                      Swap with {shortName(swap[1].name)}
                    </Button>
                  )}
                  {!swap?.includes(one) && <MergeMenu speaker={one} speakers={speakers} edits={edits} />}
                </span>
              )}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

const roleName = ({ speaker }: LabelledSpeaker) => roles.find((role) => role.speaker === speaker)?.name ?? 'No role yet'

/**
 * Describes a speaker: role, number of turns, and whether the voice was recognized. Only the therapist may edit a
 * transcript, so others read another text.
 */
export const speakerFacts = (one: LabelledSpeaker, canEdit: boolean) =>
  [roleName(one), turnCount(one.turns), ...(one.isRecognized ? [recognizedBy(canEdit)] : [])].join(', ')

const recognizedBy = (canEdit: boolean) => (canEdit ? 'recognized by your voice' : 'recognized by voice')

function RoleMenu({ speaker, edits }: { speaker: LabelledSpeaker; edits: TranscriptEdits }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="compact-sm" aria-label={`Role of ${speaker.name}`}>
          Role
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <RoleItems speaker={speaker} edits={edits} />
      </Menu.Dropdown>
    </Menu>
  )
}

export function RoleItems({
  speaker: { label, speaker },
  edits,
}: {
  speaker: LabelledSpeaker
  edits: TranscriptEdits
}) {
  return (
    <Menu.RadioGroup
      value={speaker}
      onChange={(wanted) => {
        const role = roles.find((one) => one.speaker === wanted)
        if (role && role.speaker !== speaker) void edits.apply({ kind: 'role', label, speaker: role.speaker })
      }}
    >
      {roles.map((role) => (
        <Menu.RadioItem key={role.speaker} value={role.speaker} closeMenuOnClick>
          {role.name}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

type MergeProps = { speaker: LabelledSpeaker; speakers: readonly LabelledSpeaker[]; edits: TranscriptEdits }

function MergeMenu(props: MergeProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Merge ${props.speaker.name} into…`}
          leftSection={<IconArrowMerge size={15} aria-hidden />}
        >
          Merge into…
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <MergeItems {...props} />
      </Menu.Dropdown>
    </Menu>
  )
}

export function MergeItems({ speaker, speakers, edits }: MergeProps) {
  return speakers
    .filter((other) => other !== speaker)
    .map((other) => (
      <Menu.Item
        key={other.label}
        onClick={() => void edits.apply({ kind: 'merge speakers', label: speaker.label, into: other.label })}
      >
        {other.name}
      </Menu.Item>
    ))
}

type RenameProps = MergeProps & { onEnd: () => void }

/** The field that renames a speaker. Enter saves, Escape cancels. A name that fails to save stays in the field. */
export function RenameField({ speaker, speakers, edits, onEnd }: RenameProps) {
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(speaker.name)
  useEffect(() => field.current?.focus(), [])
  const [error, setError] = useState<string | null>(null)
  const save = async () => {
    const wanted = name.trim()
    if (wanted === '' || wanted === speaker.name) return onEnd()
    const isTaken = speakers.some(
      (other) => other !== speaker && [other.name, other.label].some((taken) => isSameName(taken, wanted)),
    )
    if (isTaken) return setError('Another speaker has this name. Merge the two instead.')
    setError(null)
    if (await edits.apply({ kind: 'rename', label: speaker.label, name: wanted })) onEnd()
    else field.current?.focus()
  }
  return (
    <>
      <TextInput
        ref={field}
        className={classes.nameField}
        data-autofocus
        data-mantine-stop-propagation
        aria-label={`Name of ${speaker.name}`}
        maxLength={60}
        value={name}
        error={error}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) void save()
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onEnd()
        }}
      />
      <Hint span className="num">
        {turnCount(speaker.turns)}
      </Hint>
      <span className={classes.speakerActions}>
        <Button variant="default" size="compact-sm" loading={edits.isBusy} onClick={() => void save()}>
          Save name
        </Button>
      </span>
    </>
  )
}

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
