import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '#web/ui/coming-page.tsx'
import { ButtonLink } from '#web/ui/links.tsx'

export const Route = createFileRoute('/_shell/session/$clientId')({ component: SessionPage })

function SessionPage() {
  const { clientId } = Route.useParams()
  return (
    <ComingPage
      title="Record a session"
      heading="Live recording comes with the next release"
      action={
        <>
          <ButtonLink to="/upload-session/$clientId" params={{ clientId }}>
            Upload Session
          </ButtonLink>
          <ButtonLink to="/clients/$clientId" params={{ clientId }} variant="default">
            Back to the client
          </ButtonLink>
        </>
      }
    >
      Until then, record with the device you trust and hand in the file here: audio, video or a transcript.
    </ComingPage>
  )
}
