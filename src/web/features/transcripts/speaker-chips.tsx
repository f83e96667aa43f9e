import { ActionIcon, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconSwitchHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { SpeakerInitial } from './speaker-initial.tsx'
import {
  MergeItems,
  RenameField,
  RoleItems,
  shortName,
  speakerFacts,
  type SpeakersProps,
  speakersToSwap,
} from './speaker-rows.tsx'
import classes from './transcripts.module.css'

/** The speakers on a phone. Each chip opens the actions for a speaker. */
export function SpeakerChips({ speakers, edits, canEdit }: SpeakersProps) {
  const [renamed, setRenamed] = useState<string | null>(null)
  const swap = speakersToSwap(speakers)
  const current = speakers.find(({ label }) => label === renamed)
  if (current)
    return (
      <div className={classes.speaker}>
        <RenameField speaker={current} speakers={speakers} edits={edits} onEnd={() => setRenamed(null)} />
      </div>
    )
  return (
    <div className={classes.chips}>
      <ul className={classes.chipList} aria-label="Speakers">
        {speakers.map((one) => (
          <li key={one.label}>
            <Menu position="bottom-start">
              <Menu.Target>
                <UnstyledButton className={classes.chip} disabled={!canEdit}>
                  <SpeakerInitial initial={one.initial} speaker={one.speaker} />
                  {shortName(one.name)}
                  <VisuallyHidden>, {speakerFacts(one, canEdit)}</VisuallyHidden>
                </UnstyledButton>
              </Menu.Target>
              <Menu.Dropdown>
                {one.isRecognized && <Menu.Label>Recognized by your voice</Menu.Label>}
                <Menu.Item onClick={() => setRenamed(one.label)}>Rename</Menu.Item>
                <Menu.Divider />
                <Menu.Label>Role</Menu.Label>
                <RoleItems speaker={one} edits={edits} />
                {speakers.length > 1 && (
                  <>
                    <Menu.Divider />
                    <Menu.Label>Merge into</Menu.Label>
                    <MergeItems speaker={one} speakers={speakers} edits={edits} />
                  </>
                )}
              </Menu.Dropdown>
            </Menu>
          </li>
        ))}
      </ul>
      {canEdit && swap && (
        <ActionIcon
          variant="default"
          size={44}
          aria-label={`Swap ${swap[0].name} with ${swap[1].name}`}
          onClick={() => void edits.apply({ kind: 'swap', label: swap[0].label, other: swap[1].label })}
        >
          <IconSwitchHorizontal size={20} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}
