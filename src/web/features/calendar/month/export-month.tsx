import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { showFailure } from '#web/ui/feedback/toast.ts'
import { monthName } from '../days.ts'
import { saveCalendarFile } from './save-calendar-file.ts'

type Props = { month: string; isEmpty: boolean }

/** Saves the month's sessions as a calendar file. */
export function ExportMonth({ month, isEmpty }: Props) {
  const save = useMutation({
    mutationFn: () => api.sessions.exportMonth({ month }),
    onSuccess: saveCalendarFile,
    onError: (error) => showFailure(readError(error, 'The calendar file could not be created. Try again.').sentence),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={17} aria-hidden />}
      loading={save.isPending}
      onClick={() => (isEmpty ? showFailure(`There is no session to export in ${monthName(month)}.`) : save.mutate())}
    >
      Export Month
    </Button>
  )
}
