import { Button, Group } from '@mantine/core'
import { IconMicrophone } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { AnchorLink } from '#web/ui/layout/links.tsx'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import { isUsable, useOwnVoice } from './use-own-voice.ts'
import classes from './voice-offer.module.css'

/** Offers to remember the therapist's voice after they assigned turns to themselves. */
export function VoiceOffer({ sessionId }: { sessionId: string }) {
  const { voice, isBusy, failure, remember, remove, setOn } = useOwnVoice()
  const cache = useQueryClient()
  const answer = ['voice offer', sessionId]
  const [step, setStep] = useState<'asked' | 'requested' | 'closed'>(
    cache.getQueryData(answer) === undefined ? 'asked' : 'closed',
  )
  const setAnswered = () => {
    // The offer stays dismissed until the page is loaded again.
    cache.setQueryDefaults(answer, { gcTime: Infinity })
    cache.setQueryData(answer, true)
  }
  const close = () => {
    setAnswered()
    setStep('closed')
  }
  const request = async () => {
    if (!(await remember(sessionId))) return
    setAnswered()
    setStep('requested')
  }
  const undo = async () => {
    if (await remove()) close()
  }
  const decline = async () => {
    if (!(await setOn(false))) return
    close()
    showSuccess('Attend will not ask again. You can change this in My Profile.')
  }
  const { data } = voice
  if (!data || step === 'closed') return null
  if (step === 'requested') {
    if (data.readingSessionId !== null) return <Box title="Computing your voice from your turns…" />
    const reason = failure ?? data.failure
    if (reason !== null)
      return (
        <Box title="Your voice was not remembered." text={reason}>
          <Button variant="default" size="compact-sm" loading={isBusy} onClick={() => void request()}>
            Try again
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={close}>
            Not now
          </Button>
        </Box>
      )
    return (
      <Box title="Your voice is remembered." text="New recordings name you by it.">
        <Button variant="default" size="compact-sm" loading={isBusy} onClick={() => void undo()}>
          Undo
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={close}>
          Close
        </Button>
      </Box>
    )
  }
  if (!data.isOn || isUsable(data) || data.readingSessionId !== null || data.currentModel === null) return null
  return (
    <Box
      title="Remember your voice so that new recordings name you?"
      text={
        failure ?? (
          <>
            Attend computes a list of numbers from your turns in this session and compares new recordings with it. It is
            encrypted, used only for you, and you can delete it in{' '}
            <AnchorLink to="/profile" search={{ tab: 'security' }} underline="always">
              My Profile
            </AnchorLink>
            . The client’s voice is not stored.
          </>
        )
      }
    >
      <Button variant="default" size="compact-sm" loading={isBusy} onClick={() => void request()}>
        Remember my voice
      </Button>
      <Button variant="subtle" size="compact-sm" disabled={isBusy} onClick={close}>
        Not now
      </Button>
      <Button variant="subtle" color="gray" size="compact-sm" disabled={isBusy} onClick={() => void decline()}>
        Do not ask again
      </Button>
    </Box>
  )
}

function Box({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) {
  return (
    <section className={classes.box} aria-label="Your voice" aria-live="polite">
      <IconMicrophone size={20} aria-hidden className={classes.icon} />
      <div>
        <Strong size="sm">{title}</Strong>
        {text !== undefined && <Hint>{text}</Hint>}
        {children !== undefined && <Group className={classes.actions}>{children}</Group>}
      </div>
    </section>
  )
}
