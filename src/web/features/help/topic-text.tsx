import { Text, Title } from '@mantine/core'
import { KeyTable } from './key-table.tsx'
import type { Topic } from './topics.ts'
import classes from './help.module.css'

/** One help topic. */
export function TopicText({ topic: { id, title, paragraphs, steps, points, keys } }: { topic: Topic }) {
  return (
    <section className={classes.topic} aria-labelledby={id}>
      <Title order={2} id={id} className={classes.heading}>
        {title}
      </Title>
      {paragraphs.map((text) => (
        <Text key={text} mt="2xs">
          {text}
        </Text>
      ))}
      {steps && <ol className={classes.list}>{steps.map(item)}</ol>}
      {points && <ul className={classes.list}>{points.map(item)}</ul>}
      {keys && <KeyTable keys={keys} />}
    </section>
  )
}

const item = (text: string) => <li key={text}>{text}</li>
