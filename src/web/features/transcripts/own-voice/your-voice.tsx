import '@mantine/core/styles/Switch.layer.css'
import { Alert, Button, Stack, Switch } from '@mantine/core'
import { readError } from '#web/api/errors.ts'
import { QuestionDialog } from '#web/ui/dialog/question-dialog.tsx'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { knownZone } from '#web/ui/format/dates.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { PanelBody } from '#web/ui/layout/panel-parts.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import { useOwnVoice } from './use-own-voice.ts'

/** The card of My Profile about the remembered voice of the user. */
export default function YourVoice({ timeZone }: { timeZone: string }) {
  const { voice, isBusy, failure, remove, setOn } = useOwnVoice()
  const removal = useDialog()
  // This sign-in has no access to the organization, nor to its voices, before its second factor is verified.
  if (voice.isError && readError(voice.error).code === 'second_factor_required') return null
  return (
    <Panel
      title="Your voice"
      query={voice}
      failure="Failed to load your voice"
      loadingLabel="Loading your voice"
      skeleton={<Placeholder kind="box" isInset />}
    >
      {({ stored, isOn, currentModel, readingSessionId, failure: reason }) => (
        <PanelBody>
          <Stack gap="sm">
            {stored ? (
              <>
                <div>
                  <Strong size="sm">Stored on {longDay(stored.storedAt, timeZone)}</Strong>
                  <Hint>
                    A list of numbers, computed with {stored.model}. It is encrypted, and only your recordings are
                    compared with it.
                  </Hint>
                </div>
                {stored.model !== currentModel && (
                  <Alert color="ochre">
                    {currentModel === null
                      ? 'No speaker model is installed, so your voice is not used at present.'
                      : `Recordings are now compared with ${currentModel}, so this voice is not used. To use your voice again, remove this one and remember it from a transcript.`}
                  </Alert>
                )}
                <div>
                  <Button variant="default" color="ember" size="sm" disabled={isBusy} onClick={removal.open}>
                    Remove
                  </Button>
                </div>
              </>
            ) : (
              <Hint>
                {readingSessionId === null
                  ? 'Not stored. After you change a speaker to yourself in a transcript, Attend offers to remember your voice, so that new recordings name you.'
                  : 'Your voice is being computed from your turns in a session.'}
              </Hint>
            )}
            {reason !== null && <Alert color="ochre">{reason}</Alert>}
            <Switch
              label="Recognize me by my voice"
              description="Turned off, Attend does not compare recordings with your voice and does not offer to remember it."
              checked={isOn}
              disabled={isBusy}
              onChange={(event) => void setOn(event.currentTarget.checked)}
            />
            <FormError message={failure} />
          </Stack>
          <QuestionDialog
            title="Remove your voice?"
            text={
              removal.isOpen
                ? 'It is deleted. New recordings no longer name you by it; existing transcripts stay as they are.'
                : null
            }
            confirmLabel="Remove"
            onConfirm={() => {
              removal.close()
              void remove()
            }}
            onCancel={removal.close}
          />
        </PanelBody>
      )}
    </Panel>
  )
}

function longDay(at: string, timeZone: string): string {
  const format = { timeZone: knownZone(timeZone), dateStyle: 'long' } as const
  return new Intl.DateTimeFormat('en-US', format).format(new Date(at))
}
