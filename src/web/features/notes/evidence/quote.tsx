import { Button } from '@mantine/core'
import type { Evidence } from '#shared/contract/notes.ts'
import { Muted } from '#web/ui/layout/text.ts'
import { useEvidenceTools } from './evidence-tools.ts'
import { focusSentenceOf } from './use-open-sentence.ts'
import classes from './evidence.module.css'

/** A quote from the session with its speaker, time, playback and a link to the transcript. */
export function Quote({ utteranceId, quote }: Evidence) {
  const { sourceOf, showInTranscript } = useEvidenceTools()
  const source = sourceOf(utteranceId, quote)
  return (
    <figure className={classes.quote}>
      <blockquote className={classes.words}>“{quote}”</blockquote>
      {source && (
        <figcaption className={classes.source}>
          {source.play}
          <Muted span size="xs">
            <span className={classes.speaker}>{source.speaker}</span>
            {source.time !== null && <span className="num">, {source.time}</span>}
          </Muted>
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={(event) => {
              focusSentenceOf(event.currentTarget)
              showInTranscript(utteranceId, quote)
            }}
          >
            Show in transcript
          </Button>
        </figcaption>
      )}
    </figure>
  )
}
