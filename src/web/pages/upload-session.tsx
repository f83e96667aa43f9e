import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '#web/ui/coming-page.tsx'
import { ButtonLink } from '#web/ui/links.tsx'

export const Route = createFileRoute('/_shell/upload-session/$clientId')({ component: UploadSessionPage })

function UploadSessionPage() {
  const { clientId } = Route.useParams()
  return (
    <ComingPage
      title="Upload Session Recording"
      heading="Uploading is being built"
      action={
        <ButtonLink to="/clients/$clientId" params={{ clientId }} variant="default">
          Back to the client
        </ButtonLink>
      }
    >
      A recording or a transcript will be handed in here.
    </ComingPage>
  )
}
