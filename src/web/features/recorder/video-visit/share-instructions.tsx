import { Card, Title } from '@mantine/core'
import { IconArrowRight, IconCalendar, IconCheck, IconMail, IconVideo } from '@tabler/icons-react'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import classes from './share-instructions.module.css'

type Props = {
  /** Number of the current step: 2 or 3; 4 once all are done. */
  step: 2 | 3 | 4
}

const steps = [
  ['Open the video visit in another tab', 'Use Chrome or Edge on a computer.'],
  ['Choose that tab and turn on its sound', 'Attend keeps only the sound. The picture is never sent.'],
  ['Say hello to each other', 'Both meters must move. Headphones prevent an echo.'],
] as const

/** Explains how to share the client's tab with its sound. */
export function ShareInstructions({ step }: Props) {
  return (
    <Card component="section" aria-labelledby="share-the-tab">
      <Title order={2} id="share-the-tab">
        Share the client’s tab
      </Title>
      <ol className={classes.steps}>
        {steps.map(([name, hint], at) => (
          <li key={name} aria-current={at + 1 === step ? 'step' : undefined}>
            <span className={classes.number} data-state={at + 1 < step ? 'done' : at + 1 === step ? 'now' : 'next'}>
              {at + 1 < step ? <IconCheck size={16} aria-label="Done" /> : at + 1}
            </span>
            <div>
              <Strong size="sm">{name}</Strong>
              <Hint>{hint}</Hint>
            </div>
          </li>
        ))}
      </ol>
      <SharePicture />
    </Card>
  )
}

/** A picture of the browser's dialog, with the switch that is easily overlooked. */
export function SharePicture() {
  return (
    <figure
      className={classes.picture}
      aria-label="The browser’s list of tabs with the switch “Also share tab audio” turned on"
    >
      <Strong size="sm">Choose what to share</Strong>
      <div className={classes.tabs}>
        <span>
          <IconCalendar size={16} aria-hidden /> Calendar
        </span>
        <span data-chosen>
          <IconVideo size={16} aria-hidden /> Video visit
        </span>
        <span>
          <IconMail size={16} aria-hidden /> Mail
        </span>
        <span className={classes.preview}>
          <IconVideo size={32} stroke={1.6} aria-hidden />
        </span>
      </div>
      <div className={classes.sound}>
        <IconArrowRight size={18} aria-hidden />
        <Strong size="sm">Also share tab audio</Strong>
        <span className={classes.switch} aria-hidden />
      </div>
    </figure>
  )
}
