import { api } from '#web/api/client.ts'
import { SaveFileButton } from '#web/ui/browser/save-file-button.tsx'

/** Downloads the complete report as a document, including items that the page omits. */
export function ExportProgress({ clientId }: { clientId: string | undefined }) {
  return (
    <SaveFileButton
      load={() => (clientId === undefined ? api.progress.exportOfAll() : api.progress.exportOfClient({ clientId }))}
      mediaType="text/html"
      success="Saved as a document. Clients are named by their initials; quotes are unchanged."
      failure="The document could not be created. Try again."
    >
      Export
    </SaveFileButton>
  )
}
