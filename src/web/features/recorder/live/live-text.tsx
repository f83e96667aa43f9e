import { Button, Card, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { Muted } from '#web/ui/layout/text.ts'
import { formatTimer } from '../timer.ts'
import { type Speakers, SpokenTurns } from './spoken-turns.tsx'
import type { LiveLine, LiveText as Live } from './use-live-text.ts'
import classes from '../recorder.module.css'

type Props = {
  live: Live
  /** Names of the two speakers of a video visit. */
  speakers?: Speakers
}

/** The live text of the session so far. It can be hidden and is never stored. */
export function LiveText({ live: { utterances, trouble }, speakers }: Props) {
  const [isShown, { toggle }] = useDisclosure(true)
  return (
    <Card component="section" aria-labelledby="live-text">
      <div className={classes.panelHead}>
        <Title order={2} id="live-text">
          Live text
        </Title>
        <Button variant="subtle" size="xs" aria-expanded={isShown} onClick={toggle}>
          {isShown ? 'Hide' : 'Show'}
        </Button>
      </div>
      {isShown && (
        <>
          {utterances.length > 0 ? (
            <Said utterances={utterances} speakers={speakers} />
          ) : (
            trouble === null && <Text size="sm">Live text appears here after a few seconds.</Text>
          )}
          <Muted size="xs" mt="xs">
            {trouble === null
              ? 'This preview isn’t saved. The final transcript is made from the full recording.'
              : `Live text is not available: ${trouble}`}
          </Muted>
        </>
      )}
    </Card>
  )
}

/** Scrolls to the newest words, unless the user has scrolled back. */
function Said({ utterances, speakers }: { utterances: readonly LiveLine[]; speakers: Speakers | undefined }) {
  const box = useRef<HTMLElement>(null)
  const isAtEnd = useRef(true)
  const count = utterances.length
  useEffect(() => {
    if (count > 0 && isAtEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [count])
  return (
    <section
      ref={box}
      className={classes.liveText}
      aria-label="What was said so far"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling needs the keyboard focus
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 24
      }}
    >
      {speakers ? (
        <SpokenTurns utterances={utterances} speakers={speakers} />
      ) : (
        utterances.map(({ id, start, text }) => (
          <p key={id}>
            <span className={classes.liveTime}>{formatTimer(start * 1000)}</span>
            {text}
          </p>
        ))
      )}
    </section>
  )
}
