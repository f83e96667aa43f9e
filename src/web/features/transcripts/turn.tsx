import { ActionIcon, Badge, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { SpokenWords, Utterance } from '#shared/contract/transcripts.ts'
import { mediaTime } from '#shared/rules/media-time.ts'
import { LeadHint, Strong } from '#web/ui/layout/text.ts'
import { speakerName } from '#shared/rules/speaker-name.ts'
import { TurnEditor } from './turn-editor.tsx'
import type { TurnCorrection } from './use-turn-correction.ts'
import classes from './transcripts.module.css'

type Props = {
  utterance: Utterance
  hasTime: boolean
  isShown: boolean
  isUnread: boolean
  play: (utterance: Utterance) => ReactNode
  /** Null for read-only users. */
  correction: TurnCorrection | null
}

/** One turn: speaker, time and words, which the therapist may correct. */
export function Turn({ utterance, hasTime, isShown, isUnread, play, correction }: Props) {
  const item = useRef<HTMLLIElement>(null)
  const pencil = useRef<HTMLButtonElement>(null)
  const wasEdited = useRef(false)
  const draft = correction?.draft?.utteranceId === utterance.id ? correction.draft : null
  const isEdited = draft !== null
  useEffect(() => {
    if (isShown) item.current?.scrollIntoView({ block: 'center' })
  }, [isShown])
  // The focused field is gone.
  useEffect(() => {
    if (wasEdited.current && !isEdited) pencil.current?.focus()
    wasEdited.current = isEdited
  }, [isEdited])
  return (
    <li
      ref={item}
      tabIndex={-1}
      className={classes.turn}
      data-shown={isShown || undefined}
      data-autofocus={isShown || undefined}
    >
      <div className={classes.head}>
        <Strong span size="xs">
          {speakerName(utterance)}
        </Strong>
        {hasTime && <span className={`num ${classes.time}`}>{mediaTime(utterance.start)}</span>}
        {play(utterance)}
        {isUnread && <Badge color="ochre">Not read for the note</Badge>}
        {utterance.original && (
          <Badge color="gray" leftSection={<IconPencil size={13} aria-hidden />}>
            Corrected
          </Badge>
        )}
        {correction && !isEdited && (
          <ActionIcon
            ref={pencil}
            className={classes.pencil}
            variant="subtle"
            color="gray"
            aria-label={`Correct: ${beginningOf(utterance.text)}`}
            onClick={() => correction.open(utterance)}
          >
            <IconPencil size={17} stroke={1.8} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {correction && draft ? (
        <TurnEditor utterance={utterance} draft={draft} correction={correction} />
      ) : (
        <p className={classes.said} lang={utterance.language}>
          {utterance.text}
        </p>
      )}
      {utterance.original && !isEdited && (
        <Original utterance={utterance} original={utterance.original} correction={correction} />
      )}
    </li>
  )
}

type OriginalProps = Pick<Props, 'utterance' | 'correction'> & { original: SpokenWords }

/** The original text of a corrected turn, on demand. */
function Original({ utterance, original, correction }: OriginalProps) {
  const id = useId()
  const [isOpen, fold] = useDisclosure(false)
  return (
    <div className={classes.original}>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`${isOpen ? 'Hide' : 'Show'} the original of: ${beginningOf(utterance.text)}`}
        onClick={fold.toggle}
      >
        {isOpen ? 'Hide original' : 'Show original'}
      </Button>
      <div id={id} hidden={!isOpen}>
        <LeadHint>Original, {speakerName({ ...original, label: utterance.label })}:</LeadHint>
        <blockquote className={classes.originalWords}>{original.text}</blockquote>
        {correction && (
          <Button variant="default" size="compact-sm" mt="3xs" onClick={() => void correction.restore(utterance)}>
            Restore original
          </Button>
        )}
      </div>
    </div>
  )
}

const longestName = 60

/** The first words of a turn, for distinct button labels. */
function beginningOf(text: string): string {
  return text.length <= longestName ? text : `${text.slice(0, longestName).replace(/\s+\S*$/, '')}…`
}
