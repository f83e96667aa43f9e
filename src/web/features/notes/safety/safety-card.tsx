import { Button, Card, Text, Title } from '@mantine/core'
import type { Note, SafetyPassage } from '#shared/contract/notes.ts'
import type { OtherLanguage } from '#shared/contract/transcripts.ts'
import { ModelReading } from './model-reading.tsx'
import { topicNames, topicsByStatus } from '#shared/rules/safety-status.ts'
import { useSingleKeys } from '#web/ui/browser/single-keys.ts'
import { sessionLanguage } from '#web/ui/format/session-language.ts'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LeadHint } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { PanelAlert } from '#web/ui/feedback/alerts.ts'
import { useEvidenceTools } from '../evidence/evidence-tools.ts'
import type { NoteEdits } from '../editor/use-note-edits.ts'
import { isOpen } from '../evidence/evidence-summary.ts'
import type { PassageActions } from './safety-item.tsx'
import { onSafetyKey } from './safety-keys.ts'
import { useDismissPassage } from './use-dismiss-passage.ts'
import { useInsertPassage } from './use-insert-passage.ts'
import { SafetyTopic } from './safety-topic.tsx'
import classes from './safety-card.module.css'

type Props = {
  note: Note
  language: OtherLanguage | null
  canInsert: boolean
  edits: NoteEdits
  onReview: () => void
  onSaved: (note: Note) => void
}

/**
 * The safety passages by topic, most severe first, each with its whole exchange. Passages that are missing from the
 * note are marked.
 */
export function SafetyCard({ note, language, canInsert, edits, onReview, onSaved }: Props) {
  const { state, onRetry } = useEvidenceTools()
  const insert = useInsertPassage(note, edits)
  const dismiss = useDismissPassage(note.sessionId, onSaved)
  const passages = note.safety
  const missing = passages.filter(isOpen).length
  const [hasSingleKeys] = useSingleKeys()
  const toConfirm = new Set(
    note.sections
      .flatMap(({ statements }) => statements.filter(({ check, kept = false }) => check === 'confirm' && !kept))
      .flatMap(({ evidence }) => evidence.map(({ utteranceId }) => utteranceId)),
  )
  const isRead = !language || language.isPartly
  return (
    <Card
      component="section"
      aria-labelledby="safety"
      padding={0}
      onKeyDown={(event) => onSafetyKey(event, hasSingleKeys)}
    >
      <div className={classes.head}>
        <div className={classes.title}>
          <Title order={2} id="safety" tabIndex={-1} className={classes.cardTitle}>
            Safety passages
          </Title>
          {missing > 0 && <span className={classes.missing}>{missing} not in the note</span>}
        </div>
        {language && (
          <Text mt="3xs">
            {language.isPartly ? 'Only English was checked.' : 'Not checked.'} {sessionLanguage(language)}
          </Text>
        )}
        {isRead && <LeadHint>Selected by keyword; some may be missed. Not a diagnosis.</LeadHint>}
        <ModelReading reading={note.safetyReading} />
        {isRead && state === 'ready' && (
          <Text mt="2xs" hidden={passages.length > 0 && missing > 0}>
            {passages.length === 0
              ? 'No safety passages found. Topics that were not asked or mentioned are listed below.'
              : 'All passages are in the note or dismissed.'}
          </Text>
        )}
      </div>
      {state === 'loading' && <Lines />}
      {state === 'failed' && (
        <PanelAlert role="alert" color="ember">
          Safety passages could not be loaded. Try again.
          <div>
            <Button variant="default" size="compact-sm" className={classes.again} onClick={onRetry}>
              Try Again
            </Button>
          </div>
        </PanelAlert>
      )}
      {state === 'ready' && (
        <Topics
          passages={passages}
          isRead={isRead}
          toConfirm={toConfirm}
          actions={canInsert ? { insert, dismiss, review: onReview } : null}
        />
      )}
    </Card>
  )
}

type TopicsProps = {
  passages: readonly SafetyPassage[]
  /** False if only a language model searched the session, because the rules read only English. */
  isRead: boolean
  toConfirm: ReadonlySet<string>
  actions: PassageActions | null
}

function Topics({ passages, isRead, toConfirm, actions }: TopicsProps) {
  const { raised, notRaised } = topicsByStatus(passages)
  return (
    <>
      {raised.map(({ topic, status }) => (
        <SafetyTopic
          key={topic}
          topic={topic}
          status={status}
          passages={passages.filter((passage) => passage.topic === topic)}
          toConfirm={toConfirm}
          actions={actions}
        />
      ))}
      {isRead && notRaised.length > 0 && (
        <div className={classes.topic}>
          <h3 className={classes.name}>Not asked or mentioned in this session</h3>
          <Text size="sm" mt="3xs">
            {notRaised.map((topic) => topicNames[topic]).join('\u{A0}· ')}
          </Text>
          <LeadHint>What was said indirectly is often missed. Rely on the transcript and your memory.</LeadHint>
        </div>
      )}
    </>
  )
}

function Lines() {
  return (
    <Loading label="Loading safety passages" className={classes.topic}>
      <Placeholder kind="line" count={5} />
    </Loading>
  )
}
