import { Badge, Button, Card, Text, Title } from '@mantine/core'
import { IconEyeExclamation } from '@tabler/icons-react'
import { useState } from 'react'
import type { SafetyPassage } from '#shared/contract/notes.ts'
import type { OtherLanguage } from '#shared/contract/transcripts.ts'
import { sessionLanguage } from '#web/ui/session-language.ts'
import { topicNames } from '#shared/rules/safety-status.ts'
import { Quote } from './quote.tsx'
import classes from './notes.module.css'

const findings: Readonly<Record<SafetyPassage['finding'], string>> = {
  stated: 'Stated',
  denied: 'Denied',
  unclear: 'Unclear',
  'use mentioned': 'Use mentioned',
}

/** What the note leaves out is always shown. */
const shownAtFirst = 4

type Props = { passages: readonly SafetyPassage[]; language: OtherLanguage | null }

/** Passages of the session that must not be overlooked, with what the note leaves out. */
export function SafetyCard({ passages, language }: Props) {
  const [isWhole, setWhole] = useState(false)
  if (passages.length === 0 && !language) return null
  const shown = passages.filter(({ inNote }, at) => isWhole || !inNote || at < shownAtFirst)
  return (
    <Card component="section" aria-labelledby="safety">
      <Title order={2} id="safety">
        Safety passages
      </Title>
      {language && (
        <Text mt={4}>
          {language.isPartly ? 'Only English was checked.' : 'Not checked.'} {sessionLanguage(language)}
        </Text>
      )}
      <Text fz="sm" c="dimmed" mt={4} lh={1.5}>
        Selected by keyword; some may be missed. Not a diagnosis.
      </Text>
      <ul className={classes.passages}>
        {shown.map((passage) => (
          <li key={`${passage.topic} ${passage.utteranceId} ${passage.quote}`}>
            <div className={classes.passageHead}>
              <Text span fw={600} fz="sm">
                {topicNames[passage.topic]}
              </Text>
              <Badge color={passage.finding === 'denied' || passage.finding === 'use mentioned' ? 'gray' : 'ochre'}>
                {findings[passage.finding]}
              </Badge>
              {!passage.inNote && (
                <span className={classes.missing}>
                  <IconEyeExclamation size={16} stroke={1.8} aria-hidden />
                  Not mentioned in the note
                </span>
              )}
            </div>
            <Quote utteranceId={passage.utteranceId} quote={passage.quote} />
          </li>
        ))}
      </ul>
      {shown.length < passages.length && (
        <Button variant="subtle" size="compact-sm" mt="md" onClick={() => setWhole(true)}>
          Show all {passages.length}
        </Button>
      )}
    </Card>
  )
}
