import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { readError } from '#web/api/errors.ts'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'
import { saveBlob } from './save-blob.ts'

type Props = {
  children: string
  load: () => Promise<{ fileName: string; content: string }>
  mediaType: string
  /** Message after the download. */
  success: string
  /** Message if the request fails without a reason. */
  failure: string
}

/** A button that loads a text file from the API and downloads it. */
export function SaveFileButton({ children, load, mediaType, success, failure }: Props) {
  const save = useMutation({
    mutationFn: load,
    onSuccess: ({ fileName, content }) => {
      saveBlob(new Blob([content], { type: `${mediaType};charset=utf-8` }), fileName)
      showSuccess(success, 8000)
    },
    onError: (error) => showFailure(readError(error, failure).sentence),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={17} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {children}
    </Button>
  )
}
