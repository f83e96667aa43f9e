import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { TrailFilter } from '#shared/contract/audit.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { saveBlob } from '#web/ui/browser/save-blob.ts'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'

/** Saves the filtered trail as a CSV file. */
export function ExportTrail({ filter }: { filter: TrailFilter }) {
  const save = useMutation({
    mutationFn: () => api.audit.exportOfOrganization(filter),
    onSuccess: ({ fileName, content }) => {
      saveBlob(new Blob([content], { type: 'text/csv;charset=utf-8' }), fileName)
      showSuccess('Saved as a CSV file. It contains client names: store it as securely as their records.', 8000)
    },
    onError: (error) => showFailure(readError(error, 'The file could not be created. Try again.').sentence),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={17} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Export CSV
    </Button>
  )
}
