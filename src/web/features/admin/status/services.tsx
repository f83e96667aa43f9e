import { Progress, Stack } from '@mantine/core'
import type { AdminStatus } from '#shared/contract/admin-status.ts'
import { shownClock } from '#web/ui/format/dates.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { LastBackup } from './last-backup.tsx'
import { Service } from './service.tsx'
import classes from './status.module.css'
import { countText, shownSeconds, shownSize } from './status-texts.ts'
import { missingWorkers, healthOf } from './well.ts'

type Props = { status: AdminStatus; timeZone: string }

/** The services of the installation, each with its state in a word and an explanation. */
export function Services({ status, timeZone }: Props) {
  const { queue, speech, languageModel, storage, database, backup } = status
  const well = healthOf(status)
  const missing = missingWorkers(status.processes)
  const [kind] = missing
  return (
    <Stack gap={0} className={classes.services}>
      <Service
        name="Queue"
        state={well.queue ? 'Working' : missing.length === 0 ? 'Delayed' : 'No worker'}
        isWell={well.queue}
      >
        <Hint className="num">
          {queue.running} running, {queue.waiting} waiting.
          {queue.oldestSeconds > 0 && ` The oldest has waited ${shownSeconds(queue.oldestSeconds)}.`}
        </Hint>
        {kind && (
          <Hint>{missing.length > 1 ? 'No worker responds. Start one with ROLES=worker.' : missingTexts[kind]}</Hint>
        )}
      </Service>
      <Service name="Speech engine" state={speechStates[speech.state]} isWell={well.speech}>
        <Hint className="num">
          {speech.state === 'unavailable'
            ? 'Recordings are saved and will be transcribed when you install one.'
            : `${speech.model ?? 'Endpoint'}${speech.percent === null ? '.' : `, ${Math.round(speech.percent)}% downloaded.`}`}
        </Hint>
      </Service>
      <Service name="Language model" state={languageModel.name === null ? 'Not set up' : 'In use'} isWell>
        <Hint className="num">
          {languageModel.name === null ? 'Notes are drafted as excerpts.' : `${languageModel.name}.`}
          {languageModel.name !== null &&
            languageModel.lastDraftSeconds !== null &&
            ` The last draft took ${shownSeconds(languageModel.lastDraftSeconds)}.`}
        </Hint>
      </Service>
      <Mail mail={status.mail} isWell={well.mail} timeZone={timeZone} />
      {storage && <Storage storage={storage} isWell={well.storage} />}
      <Service name="Database" state={well.database ? 'Connected' : 'Almost full'} isWell={well.database}>
        <Hint className="num">
          {database.connections} of {database.limit} connections in use. Responds in {Math.ceil(database.milliseconds)}{' '}
          ms.
        </Hint>
      </Service>
      <LastBackup backup={backup} isWell={well.backup} timeZone={timeZone} />
    </Stack>
  )
}

const missingTexts = {
  short: 'No worker takes short jobs, so no mail is sent. Start one with WORKER_JOBS=short or all.',
  long: 'No worker takes long jobs, so recordings are not processed. Start one with WORKER_JOBS=long or all.',
}

const speechStates = { ready: 'Ready', installing: 'Installing', unavailable: 'Not installed' }

function Mail({ mail, isWell, timeZone }: { mail: AdminStatus['mail']; isWell: boolean; timeZone: string }) {
  const { server, waiting, oldestSeconds, nextTryAt } = mail
  const state = !isWell ? 'Delayed' : server === null ? 'Not set up' : 'Working'
  return (
    <Service name="Mail" state={state} isWell={isWell}>
      {server === null && <Hint>Mails are stored on the server (SMTP_URL is not set).</Hint>}
      {waiting > 0 && (
        <Hint className="num">
          {countText(waiting, 'mail')} waiting, the oldest for {shownSeconds(oldestSeconds)}.
          {nextTryAt !== null && ` ${server ?? 'The server'} did not accept it. `}
          {nextTryAt !== null && `Attend tries again at ${shownClock(nextTryAt, timeZone)}.`}
        </Hint>
      )}
      {server !== null && waiting === 0 && <Hint>No mail is waiting.</Hint>}
    </Service>
  )
}

function Storage({ storage: { free, size }, isWell }: { storage: { free: number; size: number }; isWell: boolean }) {
  const percent = size === 0 ? 0 : Math.round(((size - free) / size) * 100)
  return (
    <Service name="Storage" state={`${percent}% used`} isWell={isWell}>
      <Progress
        value={percent}
        color={isWell ? 'spruce' : 'ochre'}
        aria-label="Used storage"
        className={classes.used}
      />
      <Hint className="num">
        {shownSize(size - free)} of {shownSize(size)}. {shownSize(free)} free.
      </Hint>
    </Service>
  )
}
