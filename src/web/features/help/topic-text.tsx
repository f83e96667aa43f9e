import { Table, Text, Title } from '@mantine/core'
import type { Topic } from './topics.ts'
import classes from './help.module.css'

/** One answer under its heading. */
export function TopicText({ topic: { id, title, paragraphs, steps, points, keys } }: { topic: Topic }) {
  return (
    <section className={classes.topic} aria-labelledby={id}>
      <Title order={2} id={id} className={classes.heading}>
        {title}
      </Title>
      {paragraphs.map((text) => (
        <Text key={text} mt={8}>
          {text}
        </Text>
      ))}
      {steps && <ol className={classes.list}>{steps.map(item)}</ol>}
      {points && <ul className={classes.list}>{points.map(item)}</ul>}
      {keys && (
        <Table className={classes.keys} withRowBorders={false} highlightOnHover={false}>
          <Table.Thead className={classes.keysHead}>
            <Table.Tr>
              <Table.Th>Keys</Table.Th>
              <Table.Th>What they do</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {keys.map(([pressed, does]) => (
              <Table.Tr key={pressed}>
                <Table.Td>
                  <kbd className={classes.key}>{pressed}</kbd>
                </Table.Td>
                <Table.Td>{does}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  )
}

const item = (text: string) => <li key={text}>{text}</li>
