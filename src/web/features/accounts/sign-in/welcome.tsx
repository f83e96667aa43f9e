import { Button, Title } from '@mantine/core'
import { IconFileText, IconMicrophone, IconUserPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountQuery } from '#web/identity/account.ts'
import { api, query } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'
import { readError } from '#web/api/errors.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { showFailure } from '#web/ui/feedback/toast.ts'
import { Muted } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import classes from './welcome.module.css'

const setupQuery = query.accounts.setup.queryOptions({ staleTime: Number.POSITIVE_INFINITY })

const tour = [
  {
    Icon: IconUserPlus,
    title: 'Add the people you work with',
    text: 'All you need is a first and last name.',
  },
  {
    Icon: IconMicrophone,
    title: 'Record or upload a session',
    text: 'Start Session records on this device. Upload Session takes a recording or transcript you already have.',
  },
  {
    Icon: IconFileText,
    title: 'Review the note and its sources',
    text: 'Every sentence links to the words it is based on. You review it and decide what to keep.',
  },
]

/** Welcomes a new user once, with the configured video or else a short tour (D29). */
export default function Welcome() {
  const cache = useQueryClient()
  const [isOpen, setOpen] = useState(true)
  const setup = useQuery(setupQuery)
  const remember = useMutation({
    mutationFn: () => api.accounts.update({ welcomeVideoSeen: true }),
    onSuccess: (account) => showResult(cache, accountQuery.queryKey, account),
    onError: (error) => showFailure(readError(error, 'Failed to update account').sentence),
  })
  const close = () => {
    setOpen(false)
    remember.mutate()
  }
  const video = setup.data?.welcomeVideoUrl ?? null
  return (
    <Dialog opened={isOpen} onClose={close} title="Welcome to Attend" size={video === null ? 'md' : 'xl'}>
      {setup.isPending ? (
        <Loading label="Loading">
          <Placeholder kind="panel" />
        </Loading>
      ) : video === null ? (
        <Tour />
      ) : (
        <iframe
          className={classes.video}
          src={video}
          title="Welcome video"
          allow="fullscreen; picture-in-picture; encrypted-media"
          // oxlint-disable-next-line react/iframe-missing-sandbox -- a player keeps its own origin, which is not ours
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          // Some video players reject pages that send no referrer.
          referrerPolicy="strict-origin"
        />
      )}
      <DialogButtons>
        <Button onClick={close} data-autofocus>
          Get Started
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function Tour() {
  return (
    <ol className={classes.tour}>
      {tour.map(({ Icon, title, text }) => (
        <li key={title}>
          <span className={classes.icon} aria-hidden>
            <Icon size={20} stroke={1.7} />
          </span>
          <div>
            <Title order={3}>{title}</Title>
            <Muted>{text}</Muted>
          </div>
        </li>
      ))}
    </ol>
  )
}
