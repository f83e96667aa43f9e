import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ProgressFile } from '#shared/contract/progress.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'

/** Exports the complete report, including items the page omits, as a document. */
export function ExportProgress({ clientId }: { clientId: string | undefined }) {
  const save = useMutation({
    mutationFn: () => (clientId === undefined ? api.progress.exportOfAll() : api.progress.exportOfClient({ clientId })),
    onSuccess: (file) => {
      download(file)
      showSuccess('Saved as a document. Clients are named by their initials; quotes are unchanged.', 8000)
    },
    onError: (error) => showFailure(readError(error, 'The document could not be created. Try again.').sentence),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={17} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Export
    </Button>
  )
}

function download({ fileName, content }: ProgressFile): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/html;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The download must have started.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
