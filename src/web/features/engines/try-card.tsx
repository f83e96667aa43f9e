import { Button, Card, Group, Loader, Title } from '@mantine/core'
import { IconPlayerPlay, IconVolume } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import type { Engines, Trial } from '#shared/contract/engines.ts'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import { Failure } from './download-progress.tsx'
import classes from './engines.module.css'

type Props = { engines: Engines; onTry: () => void }

/** Runs the active engines on a recorded sample, and shows the time and the quality of each step. */
export function TryCard({ engines, isPhone, onTry }: Props & { isPhone: boolean }) {
  const { trial } = engines
  return (
    <Card component="section" aria-label="Try it">
      <Title order={2}>Try it</Title>
      <Hint>A 49-second sample with two voices, made for this purpose.</Hint>
      {trial && <Results trial={trial} />}
      <div className={classes.tryButtons}>
        {!isPhone && <TryButton engines={engines} onTry={onTry} />}
        <PlaySample />
      </div>
    </Card>
  )
}

/** True while the engines run on the sample. */
const isTrying = ({ trial }: Engines): boolean => trial?.state === 'running'

export function TryButton({ engines, onTry }: Props) {
  const speech = engines.groups.find(({ kind }) => kind === 'speech')
  const isReady = speech?.decidedBy !== null || speech.models.some(({ isActive }) => isActive)
  if (!isReady) return null
  return (
    <Button leftSection={<IconPlayerPlay size={17} aria-hidden />} disabled={isTrying(engines)} onClick={onTry}>
      {engines.trial ? 'Try it again' : 'Try it'}
    </Button>
  )
}

/** The last result in one line. On phones it is above the buttons. */
export function LastTry({ engines: { trial } }: Pick<Props, 'engines'>) {
  if (!trial?.transcribed) return null
  const { words, seconds: taken, wrong } = trial.transcribed
  return (
    <div className={classes.lastTry}>
      <Strong>Last try: {words} words</Strong>
      <Hint className="num">
        {seconds(taken)}, {wrong} {wrong === 1 ? 'word' : 'words'} wrong
      </Hint>
    </div>
  )
}

function PlaySample() {
  const audio = useRef<HTMLAudioElement>(null)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconVolume size={17} aria-hidden />}
        onClick={() => {
          const player = audio.current
          if (player) void (player.paused ? player.play() : player.pause())
        }}
      >
        Play sample
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the result of the trial shows its text */}
      <audio ref={audio} src="/api/engines/sample" preload="none" />
    </>
  )
}

const seconds = (value: number) => `${value.toFixed(1)} s`

function Results({ trial }: { trial: Trial }) {
  const { transcribed, speakers, drafted, state, failure, turns } = trial
  const isDone = state === 'done'
  return (
    <>
      <dl className={classes.results}>
        <Result name="Transcribed" step="transcribing" trial={trial} running="Transcribing…">
          {transcribed && `${seconds(transcribed.seconds)}, ${transcribed.words} words`}
        </Result>
        <Result name="Speakers" step="speakers" trial={trial} running="Identifying speakers…">
          {speakers && `${seconds(speakers.seconds)}, ${speakers.found} found`}
        </Result>
        <Result name="Drafted" step="drafting" trial={trial} running="Drafting…">
          {drafted ? `${seconds(drafted.seconds)}, ${drafted.words} words` : isDone && 'No language model installed'}
        </Result>
        {transcribed && (
          <Result name="Word errors" trial={trial}>
            {transcribed.wrong} of {transcribed.of}
          </Result>
        )}
        {drafted && (
          <Result name="Sentences with a source" trial={trial}>
            {drafted.withSource} of {drafted.sentences}
          </Result>
        )}
      </dl>
      {failure !== null && <Failure>{failure}</Failure>}
      {turns.map(({ speaker, text }) => (
        <div key={text} className={classes.turn}>
          <Hint>{speakerNames[speaker]}</Hint>
          <p>{text}</p>
        </div>
      ))}
    </>
  )
}

const speakerNames = { therapist: 'Therapist', client: 'Client', other: 'Other', unknown: 'Unknown speaker' } as const

type ResultProps = { name: string; step?: Trial['step']; trial: Trial; running?: string; children: ReactNode }

/** The result of a step, or the seconds of the running step. Later steps are hidden. */
function Result({ name, step = null, trial, running, children }: ResultProps) {
  const isRunning = trial.state === 'running' && step !== null && trial.step === step
  if (!isRunning && (children === null || children === false)) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">
        {isRunning ? (
          <Group gap="2xs" wrap="nowrap">
            <Loader size={14} aria-hidden />
            {running} {Math.round(trial.stepSeconds)} s
          </Group>
        ) : (
          children
        )}
      </dd>
    </div>
  )
}
