import type { Evidence } from '#shared/contract/notes.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { useEvidenceTools } from './evidence-tools.ts'
import classes from './exchange.module.css'

/** Whole turns of the session in order, with the found or cited words marked. */
export function Exchange({ ids, found }: { ids: readonly string[]; found: readonly Evidence[] }) {
  const { sourceOf } = useEvidenceTools()
  return (
    <ol className={classes.exchange}>
      {ids.map((id) => {
        const source = sourceOf(id)
        const quotes = found.filter(({ utteranceId }) => utteranceId === id).map(({ quote }) => quote)
        if (!source) return quotes.map((quote) => <li key={`${id} ${quote}`}>“{quote}”</li>)
        return (
          <li key={id}>
            <p className={classes.source}>
              <span className={source.isTherapist ? classes.therapist : classes.speaker}>{source.speaker}</span>
              {source.time !== null && (
                <Hint span className="num">
                  {source.time}
                </Hint>
              )}
              {source.play}
            </p>
            <p className={classes.words}>{markQuote(source.text, quotes)}</p>
          </li>
        )
      })}
    </ol>
  )
}

/** A turn, with the first of its quotes marked. */
export function markQuote(text: string, quotes: readonly string[]) {
  const quote = quotes.find((one) => text.includes(one))
  if (quote === undefined) return text
  const start = text.indexOf(quote)
  return (
    <>
      {text.slice(0, start)}
      <mark className={classes.found}>{quote}</mark>
      {text.slice(start + quote.length)}
    </>
  )
}
