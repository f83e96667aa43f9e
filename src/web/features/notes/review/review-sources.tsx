import { Badge } from '@mantine/core'
import { IconCheck, IconEyeExclamation } from '@tabler/icons-react'
import type { Evidence } from '#shared/contract/notes.ts'
import type { ReviewItem } from '#shared/contract/review.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { isOpen } from '../evidence/evidence-summary.ts'
import { useEvidenceTools } from '../evidence/evidence-tools.ts'
import { markQuote } from '../evidence/exchange.tsx'
import { FoundByModel } from '../safety/model-reading.tsx'
import { alsoSaid, otherPassages, riskExchange } from '../evidence/risk-exchange.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import classes from './review-item.module.css'

/** The passages that belong to an item: the whole exchange, and others on its topic. */
export function ReviewSources({ item, hasAudio }: { item: ReviewItem; hasAudio: boolean }) {
  const tools = useEvidenceTools()
  const { statement, passage, turn } = item
  const found: readonly Evidence[] = turn
    ? [{ utteranceId: turn.id, quote: item.text }]
    : passage
      ? [passage, ...(passage.alsoMarked ?? [])]
      : (statement?.evidence ?? [])
  if (!statement && !passage) return null
  if (tools.state === 'loading') return <Placeholder kind="line" count={4} />
  const besides = turn ? [] : (statement?.besides ?? [])
  const ids = passage
    ? passage.exchange
    : statement?.check === 'confirm' && !turn
      ? riskExchange(statement.evidence, tools.safety)
      : tools.around(found.map(({ utteranceId }) => utteranceId))
  return (
    <>
      {ids.length > 0 && (
        <div className={classes.exchange}>
          <div className={classes.exchangeHead}>
            <h3 className={classes.label}>The whole exchange</h3>
            {tools.playSpan(ids)}
          </div>
          {passage && <FoundByModel passage={passage} />}
          {!hasAudio && <Hint>No recording for this session.</Hint>}
          <Turns ids={ids} found={found} />
        </div>
      )}
      {[...otherPassages(besides, ids, tools.safety)].map(([topic, passages]) => (
        <div key={topic ?? ''} className={classes.besides}>
          <h3 className={classes.label}>{alsoSaid(topic)}</h3>
          {passages.map((one) => (
            <TopicPassage key={`${one.utteranceId} ${one.quote}`} {...one} />
          ))}
        </div>
      ))}
    </>
  )
}

/** Whole turns, with the cited words marked. */
function Turns({ ids, found }: { ids: readonly string[]; found: readonly Evidence[] }) {
  const { sourceOf } = useEvidenceTools()
  return (
    <ol className={classes.turns}>
      {ids.map((id) => {
        const source = sourceOf(id)
        const quotes = found.filter(({ utteranceId }) => utteranceId === id).map(({ quote }) => quote)
        return (
          source && (
            <li key={id} className={classes.turn}>
              <span className={source.isTherapist ? classes.therapist : classes.speaker}>{source.speaker}</span>
              <Hint span className="num">
                {source.time}
              </Hint>
              <span className="serif">{markQuote(source.text, quotes)}</span>
            </li>
          )
        )
      })}
    </ol>
  )
}

/** Another passage on the topic, and whether it is in the note. */
function TopicPassage({ utteranceId, quote }: Evidence) {
  const { sourceOf, safety } = useEvidenceTools()
  const source = sourceOf(utteranceId, quote)
  const passage = safety.find((one) => one.utteranceId === utteranceId)
  return (
    <div>
      <div className={classes.besideHead}>
        <span className={source?.isTherapist ? classes.therapist : classes.speaker}>{source?.speaker}</span>
        {source?.play}
        <Hint span className="num">
          {source?.time}
        </Hint>
        {passage && isOpen(passage) && (
          <Badge color="ochre" leftSection={<IconEyeExclamation size={14} aria-hidden />}>
            Not in the note
          </Badge>
        )}
        {passage?.inNote && (
          <Badge color="gray" leftSection={<IconCheck size={14} aria-hidden />}>
            In the note
          </Badge>
        )}
      </div>
      <p className={`serif ${classes.quote}`}>{source?.text ?? quote}</p>
    </div>
  )
}
