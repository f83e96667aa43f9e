import type { TrailFilter } from '#shared/contract/audit.ts'
import { api } from '#web/api/client.ts'
import { SaveFileButton } from '#web/ui/browser/save-file-button.tsx'

/** Saves the filtered trail as a CSV file. */
export function ExportTrail({ filter }: { filter: TrailFilter }) {
  return (
    <SaveFileButton
      load={() => api.audit.exportOfOrganization(filter)}
      mediaType="text/csv"
      success="Saved as a CSV file. It contains client names: store it as securely as their records."
      failure="The file could not be created. Try again."
    >
      Export CSV
    </SaveFileButton>
  )
}
