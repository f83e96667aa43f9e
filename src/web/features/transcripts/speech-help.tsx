import { Alert, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/client.ts'
import { Actions } from '#web/ui/layout/panel-parts.ts'
import { UseTranscriptFile } from './use-transcript-file.tsx'
import classes from './speech-help.module.css'

type Props = { sessionId: string; isRetrying: boolean; onTranscribeAgain: () => void; onImported: () => void }

/**
 * Shown if a recording could not be transcribed without a speech engine. Explains how to set one up, and what works
 * without it.
 */
export function SpeechHelp({ sessionId, isRetrying, onTranscribeAgain, onImported }: Props) {
  const status = useQuery({ ...query.transcripts.speechStatus.queryOptions(), staleTime: 0 })
  const isReady = status.data?.state === 'ready'
  return (
    <Alert
      variant="outline"
      color="ochre"
      title={isReady ? 'The speech engine is ready now' : 'Waiting for a transcript'}
    >
      <Text>
        The recording is saved.{' '}
        {isReady
          ? 'It will be transcribed within a minute, or choose Transcribe Again.'
          : 'It will be transcribed when a speech engine is available. No speech engine is set up.'}
      </Text>
      {!isReady && (
        <>
          <Text>To set one up, your Attend administrator does one of the following:</Text>
          <ul className={classes.steps}>
            <li>Download a speech model under Settings, Engines.</li>
            <li>
              On this machine: <code className={classes.code}>npm run speech:install</code> downloads the model once. Or
              put them into a folder by hand and name it in <code className={classes.code}>SPEECH_MODEL_PATH</code> and
              restart Attend.
            </li>
            <li>
              A transcription service that speaks the OpenAI protocol, hosted or in the clinic: set{' '}
              <code className={classes.code}>SPEECH_BASE_URL</code>, and{' '}
              <code className={classes.code}>SPEECH_API_KEY</code> if it wants a key, and restart Attend.
            </li>
          </ul>
          <Text mb="md">
            <code className={classes.code}>docs/speech.md</code> has the details. You can also upload a transcript of
            the session now.
          </Text>
        </>
      )}
      <Actions gap="sm">
        <UseTranscriptFile sessionId={sessionId} onImported={onImported} />
        <Button variant="default" loading={isRetrying} onClick={onTranscribeAgain}>
          Transcribe Again
        </Button>
      </Actions>
    </Alert>
  )
}
