import { Button, Popover, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, query } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'
import { readError } from '#web/api/errors.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { showFailure } from '#web/ui/feedback/toast.ts'
import { shownDate } from '#web/ui/format/dates.ts'

type Props = { awayUntil: string | null; today: string }

/** Sets the last day of the co-signer's absence. Authors and owners see it. */
export function AwaySetting({ awayUntil, today }: Props) {
  const cache = useQueryClient()
  const [isOpen, panel] = useDisclosure()
  const [day, setDay] = useState(awayUntil ?? today)
  const save = useMutation({
    mutationFn: (until: string | null) => api.cosign.setAway({ until }),
    onSuccess: (queue) => {
      showResult(cache, query.cosign.queue.queryKey(), queue)
      panel.close()
    },
    onError: (error) => showFailure(readError(error, 'Not saved. Check your connection and try again.').sentence),
  })
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => !opened && panel.close()}
      position="bottom-end"
      width="min(26rem, calc(100vw - 2rem))"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button variant="default" onClick={panel.toggle}>
          {awayUntil === null ? 'Set absence' : `Away until ${shownDate(awayUntil)}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Absence">
        <form
          onSubmit={(event) => {
            event.preventDefault()
            save.mutate(day)
          }}
        >
          <TextInput
            type="date"
            label="Away until"
            description="Authors and owners see this date. An owner can reassign your notes."
            required
            min={today}
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
          <DialogButtons>
            {awayUntil !== null && (
              <Button variant="default" disabled={save.isPending} onClick={() => save.mutate(null)}>
                I am back
              </Button>
            )}
            <Button type="submit" variant="light" loading={save.isPending}>
              Save
            </Button>
          </DialogButtons>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
