import { Button } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp, IconQuote } from '@tabler/icons-react'
import { onSingleClick } from '#web/ui/browser/on-single-click.ts'
import { useState } from 'react'
import type { Statement } from '#shared/contract/notes.ts'
import { useEvidenceTools } from './evidence-tools.ts'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Muted, Strong } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { Sentence } from './sentence.tsx'
import type { OpenSentence } from './use-open-sentence.ts'
import classes from './excerpts.module.css'

type Props = {
  title: string
  excerpts: readonly Statement[]
  open: OpenSentence
  /** Inserts a passage into the field; null for users who cannot edit. */
  onQuote: ((passage: Statement) => void) | null
}

/** Number of passages shown on a phone. The others open on tap. */
const maxOnPhone = 2

/** The excerpts of the session beside the field to write. */
export function Excerpts({ title, excerpts, open, onQuote }: Props) {
  const [tabStop, setTabStop] = useState(0)
  const { sourceOf, state, onRetry } = useEvidenceTools()
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const [isWhole, { toggle }] = useDisclosure()
  if (excerpts.length === 0) return <p className={classes.none}>No excerpts. Write what you observed.</p>
  if (state === 'loading') return <PassageSkeletons count={excerpts.length} />
  if (state === 'failed') {
    return (
      <div className={classes.none} role="alert">
        <p>Excerpts could not be loaded. Try again.</p>
        <Button variant="default" size="xs" onClick={onRetry}>
          Try Again
        </Button>
      </div>
    )
  }
  const isLong = isPhone && excerpts.length > maxOnPhone
  const shown = isLong && !isWhole ? excerpts.slice(0, maxOnPhone) : excerpts
  const more = excerpts.length - maxOnPhone
  return (
    <>
      <ul className={classes.list} aria-label={`Excerpts for ${title}`}>
        {shown.map((passage, at) => (
          <li key={passage.text} className={classes.passage}>
            <div>
              {passage.evidence.map(({ utteranceId, quote }, part) => {
                const source = sourceOf(utteranceId, quote)
                return (
                  <div key={`${utteranceId} ${quote}`}>
                    {source && (
                      <div className={classes.source}>
                        <Strong span size="xs" className={source.isTherapist ? classes.therapist : undefined}>
                          {source.speaker}
                        </Strong>
                        {source.time !== null && (
                          <Muted span size="xs" className="num">
                            {source.time}
                          </Muted>
                        )}
                        {source.play}
                      </div>
                    )}
                    <p className={classes.words}>
                      <Sentence
                        id={`${title} excerpt ${at} ${part}`}
                        text={`“${quote}”`}
                        statement={passage}
                        isTabStop={at === tabStop && part === 0}
                        onFocus={() => setTabStop(at)}
                        open={open}
                      />
                    </p>
                  </div>
                )
              })}
            </div>
            {onQuote && (
              <Button
                variant="default"
                size="xs"
                className={classes.quote}
                leftSection={<IconQuote size={15} aria-hidden />}
                aria-label={`Quote: ${passage.text}`}
                {...onSingleClick(() => onQuote(passage))}
              >
                Quote
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isLong && (
        <Button
          variant="subtle"
          className={classes.more}
          leftSection={isWhole ? <IconChevronUp size={17} aria-hidden /> : <IconChevronDown size={17} aria-hidden />}
          aria-expanded={isWhole}
          onClick={toggle}
        >
          {isWhole ? 'Fewer excerpts' : `${more} more ${more === 1 ? 'excerpt' : 'excerpts'}`}
        </Button>
      )}
    </>
  )
}

function PassageSkeletons({ count }: { count: number }) {
  return (
    <Loading label="Loading excerpts">
      <Placeholder kind="row" count={count} />
    </Loading>
  )
}
