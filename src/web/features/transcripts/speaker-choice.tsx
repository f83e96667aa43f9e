import { Button } from '@mantine/core'
import type { LabelledSpeaker } from './speakers.ts'
import { focusOnMount } from '#web/ui/form/form.ts'
import classes from './transcripts.module.css'

type Props = {
  speakers: readonly LabelledSpeaker[]
  label: string
  /** Whether the speaker is uncertain. Then choosing the current speaker confirms it. */
  isUnsure: boolean
  isBusy: boolean
  /** Called with the label of the speaker; null for a new speaker. */
  onChoose: (label: string | null) => void
  onCancel: () => void
}

/** Chooses another speaker for one turn. Escape cancels. */
export function SpeakerChoice({ speakers, label, isUnsure, isBusy, onChoose, onCancel }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys of the buttons inside
    <fieldset
      className={classes.choice}
      aria-label="Speaker of this turn"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onCancel()
      }}
    >
      {speakers.map((one) => (
        <Button
          key={one.label}
          data-mantine-stop-propagation
          ref={one.label === label ? focusOnMount : undefined}
          size="compact-sm"
          variant={one.label === label ? 'light' : 'default'}
          aria-pressed={one.label === label && !isUnsure}
          disabled={isBusy}
          onClick={() => (one.label === label && !isUnsure ? onCancel() : onChoose(one.label))}
        >
          {one.name}
        </Button>
      ))}
      <Button
        data-mantine-stop-propagation
        size="compact-sm"
        variant="default"
        disabled={isBusy}
        onClick={() => onChoose(null)}
      >
        New speaker
      </Button>
      <Button data-mantine-stop-propagation size="compact-sm" variant="subtle" disabled={isBusy} onClick={onCancel}>
        Cancel
      </Button>
    </fieldset>
  )
}
