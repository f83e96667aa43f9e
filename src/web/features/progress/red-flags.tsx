import { Text, Title } from '@mantine/core'
import type { RedFlag } from '#shared/contract/progress.ts'
import { Passage } from './passages.tsx'
import classes from './progress.module.css'

const topics: Readonly<Record<RedFlag['topic'], string>> = {
  suicide: 'Suicide',
  'self-harm': 'Self-harm',
  'harm to others': 'Harm to others',
  abuse: 'Abuse',
  psychosis: 'Psychosis',
  'substance use': 'Substance use',
}

/** Safety passages that were stated, the newest first. */
export function RedFlags({ flags, isNamed }: { flags: readonly RedFlag[]; isNamed: boolean }) {
  return (
    <div className={classes.flags}>
      <Title order={4} fz={15}>
        Stated in sessions
      </Title>
      <Text fz="sm" c="dimmed" mt={2}>
        Found by a word list in the transcripts; it may miss passages.
      </Text>
      <ul className={classes.passages}>
        {flags.map((flag) => (
          <li key={`${flag.sessionId} ${flag.topic} ${flag.text}`}>
            <Passage
              passage={{ ...flag, text: `“${flag.text}”` }}
              isNamed={isNamed}
              lead={<p className={classes.topic}>{topics[flag.topic]}</p>}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
