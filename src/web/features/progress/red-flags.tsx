import { Title } from '@mantine/core'
import type { RedFlag } from '#shared/contract/progress.ts'
import { topicNames } from '#shared/rules/safety-status.ts'
import { LeadHint } from '#web/ui/layout/text.ts'
import { OnlyNewest, Passage } from './passages.tsx'
import classes from './progress.module.css'

type Props = { flags: readonly RedFlag[]; total: number; isNamed: boolean }

/** Safety passages in which a risk was stated, newest first. */
export function RedFlags({ flags, total, isNamed }: Props) {
  return (
    <div className={classes.flags}>
      <Title order={4} size="h3">
        Stated in sessions
      </Title>
      <LeadHint>Selected by keyword; some may be missed. Not a diagnosis.</LeadHint>
      <ul className={classes.passages}>
        {flags.map((flag) => (
          <li key={`${flag.sessionId} ${flag.topic} ${flag.text}`}>
            <Passage
              passage={{ ...flag, text: `“${flag.text}”` }}
              isNamed={isNamed}
              lead={<p className={classes.topic}>{topicNames[flag.topic]}</p>}
            />
          </li>
        ))}
      </ul>
      <OnlyNewest shown={flags.length} total={total} />
    </div>
  )
}
