import type { Statement } from '#shared/contract/notes.ts'
import { useEvidenceTools } from './evidence-tools.ts'
import { Exchange } from './exchange.tsx'
import { alsoSaid, otherPassages, riskExchange } from './risk-exchange.ts'
import classes from './evidence.module.css'

/** The passages that the user compares with a risk statement: the whole exchange, and others on the topic. */
export function RiskPassages({ evidence, besides }: Required<Pick<Statement, 'evidence' | 'besides'>>) {
  const { safety } = useEvidenceTools()
  const exchange = riskExchange(evidence, safety)
  return (
    <>
      <p className={classes.besides}>The whole exchange</p>
      <Exchange ids={exchange} found={evidence} />
      {[...otherPassages(besides, exchange, safety)].map(([topic, passages]) => (
        <div key={topic ?? ''}>
          <p className={classes.besides}>{alsoSaid(topic)}</p>
          <Exchange ids={passages.map(({ utteranceId }) => utteranceId)} found={[]} />
        </div>
      ))}
    </>
  )
}
