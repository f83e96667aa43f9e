import { Badge, Button, Group } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { AmendmentRequest, AmendmentStep } from '#shared/contract/amendments.ts'
import { shownDate, shownDay, todayIn } from '#web/ui/format/dates.ts'
import { DueBadge } from '#web/ui/feedback/due-badge.tsx'
import { AnchorLink } from '#web/ui/layout/links.tsx'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import { channelNames, denialReasons, requestName, stepNames } from './amendment-texts.ts'
import classes from './amendments.module.css'
import type { Answer } from './answer-props.ts'

type Props = {
  request: AmendmentRequest
  timeZone: string
  hasNoteLink: boolean
  /** Undefined if the user may not answer. */
  onAnswer: ((answer: Answer) => void) | undefined
}

/** One request: what the client asks, its state and history, and the next steps. */
export function RequestItem({ request, timeZone, hasNoteLink, onAnswer }: Props) {
  const { state, steps, dueOn } = request
  const has = (kind: AmendmentStep['kind']) => steps.some((step) => step.kind === kind)
  return (
    <li
      id={requestElementId(request)}
      tabIndex={-1}
      aria-label={requestName(request)}
      data-printed={has('statement') || undefined}
    >
      <div className={classes.head}>
        <Strong>{requestName(request)}</Strong>
        <StateBadge state={state} dueOn={dueOn} today={todayIn(timeZone)} />
      </div>
      {hasNoteLink && (
        <AnchorLink to="/notes/$sessionId" params={{ sessionId: request.sessionId }}>
          Note of {shownDate(request.sessionDate)}
        </AnchorLink>
      )}
      <p className={classes.words}>{request.text}</p>
      <Hint>
        {channelNames[request.channel]}. Logged by {request.loggedBy} on {shownDay(request.loggedAt, timeZone)}.
        {state === 'open' && ` Answer due ${shownDate(dueOn)}.`}
      </Hint>
      {steps.length > 0 && (
        <ol className={classes.steps} aria-label="History">
          {steps.map((step) => (
            <li key={step.kind}>
              <Strong size="sm">
                {stepNames[step.kind]} by {step.by} on {shownDay(step.at, timeZone)}
              </Strong>
              {step.denialReason && <Hint>Reason: {denialReasons[step.denialReason]}</Hint>}
              {step.text !== null && <p className={classes.words}>{step.text}</p>}
              {step.addendumNumber !== null && (
                <Hint>
                  {step.kind === 'accepted' ? 'Correction' : 'Client statement'} {step.addendumNumber} of the note
                </Hint>
              )}
            </li>
          ))}
        </ol>
      )}
      {onAnswer && state === 'open' && (
        <Group gap="xs" className={classes.actions}>
          <Button size="xs" onClick={() => onAnswer('accept')}>
            Accept…
          </Button>
          <Button size="xs" variant="default" onClick={() => onAnswer('deny')}>
            Deny…
          </Button>
          {!has('extended') && dueOn >= todayIn(timeZone) && (
            <Button size="xs" variant="default" onClick={() => onAnswer('extend')}>
              Extend…
            </Button>
          )}
        </Group>
      )}
      {onAnswer && state === 'denied' && !has('statement') && (
        <Group gap="xs" className={classes.actions}>
          <Button size="xs" variant="default" onClick={() => onAnswer('statement')}>
            Attach statement…
          </Button>
        </Group>
      )}
    </li>
  )
}

/** The id of the element that receives the focus after an answer. */
export function requestElementId({ id }: Pick<AmendmentRequest, 'id'>): string {
  return `amendment-${id}`
}

function StateBadge({ state, dueOn, today }: Pick<AmendmentRequest, 'state' | 'dueOn'> & { today: string }) {
  if (state === 'accepted') return <Badge leftSection={<IconCheck size={13} aria-hidden />}>Accepted</Badge>
  if (state === 'denied') {
    return (
      <Badge color="dusk" leftSection={<IconX size={13} aria-hidden />}>
        Denied
      </Badge>
    )
  }
  return <DueBadge dueOn={dueOn} today={today} />
}
