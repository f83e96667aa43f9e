import { Button, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import type { SafetyPassage } from '#shared/contract/notes.ts'
import { topicNames, topicsByStatus } from '#shared/rules/safety-status.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { useEvidenceTools } from '../evidence/evidence-tools.ts'
import classes from '../evidence/excerpts.module.css'

const findingTexts: Readonly<Record<SafetyPassage['finding'], string>> = {
  stated: 'stated',
  unclear: 'unclear',
  denied: 'denied',
  'use mentioned': 'mentioned',
}

/** Summarizes the safety passages beside the field about risk, e.g. `Suicide stated`, with a link to them. */
export function SafetySummary() {
  const { safety, isSafetyRead, state } = useEvidenceTools()
  if (state === 'loading') return <Placeholder kind="line" />
  if (!isSafetyRead) return <p className={classes.none}>Safety passages were not checked.</p>
  const { raised } = topicsByStatus(safety)
  const found = raised.map(({ topic, status }) => `${topicNames[topic]} ${findingTexts[status]}`).join(', ')
  const show = () => {
    const heading = document.getElementById('safety')
    heading?.focus({ preventScroll: true })
    heading?.scrollIntoView({ block: 'start' })
  }
  return (
    <div className={classes.safety}>
      <Text span size="sm">
        <strong>Safety passages:</strong> {found === '' ? 'none found' : found}
      </Text>
      <Button
        variant="default"
        size="xs"
        className={classes.quote}
        leftSection={<IconEye size={15} aria-hidden />}
        aria-label="View safety passages"
        onClick={show}
      >
        View
      </Button>
    </div>
  )
}
