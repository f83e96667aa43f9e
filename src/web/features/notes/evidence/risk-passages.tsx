import type { Statement } from '#shared/contract/notes.ts'
import { topicNames } from '#shared/rules/safety-status.ts'
import { useEvidenceTools } from './evidence-tools.ts'
import { Exchange } from './exchange.tsx'
import classes from './evidence.module.css'

/** The passages to check a risk statement against: the whole exchange, and others on the topic. */
export function RiskPassages({ evidence, besides }: Required<Pick<Statement, 'evidence' | 'besides'>>) {
  const { safety } = useEvidenceTools()
  const cited = new Set(evidence.map(({ utteranceId }) => utteranceId))
  const exchange = new Set([
    ...safety.filter(({ exchange: ids }) => ids.some((id) => cited.has(id))).flatMap(({ exchange: ids }) => ids),
    ...cited,
  ])
  const others = Map.groupBy(
    besides.filter(({ utteranceId }) => !exchange.has(utteranceId)),
    ({ utteranceId }) => safety.find((passage) => passage.utteranceId === utteranceId)?.topic,
  )
  return (
    <>
      <p className={classes.besides}>The whole exchange</p>
      <Exchange ids={[...exchange]} found={evidence} />
      {[...others].map(([topic, passages]) => (
        <div key={topic ?? ''}>
          <p className={classes.besides}>
            {topic ? `Also said about ${topicNames[topic].toLowerCase()}` : 'Also said in the session'}
          </p>
          <Exchange ids={passages.map(({ utteranceId }) => utteranceId)} found={[]} />
        </div>
      ))}
    </>
  )
}
