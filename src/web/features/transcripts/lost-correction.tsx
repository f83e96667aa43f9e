import { Button, Text, Textarea } from '@mantine/core'
import type { SessionTranscript } from '#shared/contract/transcripts.ts'
import { focusOnMount } from '#web/ui/form/form.ts'
import type { TurnCorrection } from './use-turn-correction.ts'
import classes from './transcripts.module.css'

type Props = { transcript: SessionTranscript; correction: TurnCorrection }

/** The typed text of a correction whose turn was merged or split elsewhere, so that it can be copied. */
export function LostCorrection({ transcript, correction }: Props) {
  const { draft, isDirty, discard } = correction
  if (!draft || !isDirty || transcript.utterances.some(({ id }) => id === draft.utteranceId)) return null
  return (
    <section aria-label="Your correction" className={classes.lost}>
      <Text size="sm" role="alert">
        This turn is no longer in the transcript. Copy your text, then cancel.
      </Text>
      <Textarea
        ref={focusOnMount}
        aria-label="Your text"
        autosize
        minRows={2}
        maxRows={6}
        classNames={{ input: classes.field }}
        readOnly
        value={draft.after.text}
      />
      <div className={classes.editorActions}>
        <Button variant="default" size="sm" onClick={discard}>
          Cancel
        </Button>
      </div>
    </section>
  )
}
