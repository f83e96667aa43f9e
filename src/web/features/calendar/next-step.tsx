import { Badge, Group } from '@mantine/core'
import type { CalendarSession } from '#shared/contract/sessions.ts'
import { useReadOnly } from '#web/identity/read-only.ts'
import { AnchorLink, ButtonLink } from '#web/ui/layout/links.tsx'

type Props = {
  session: CalendarSession
  /** Today as `yyyy-MM-dd`. */
  today: string
}

/** The state of a session and its next action: record, upload, write, continue the recording, or open the note. */
export function NextStep({ session, today }: Props) {
  const { id, clientId, client, date, status, waitsForTranscript } = session
  const isReadOnly = useReadOnly()
  const who = `${client.firstName} ${client.lastName}`
  if (status === 'scheduled' && client.isArchived) return <Badge color="gray">Client archived</Badge>
  if (status === 'scheduled' && (isReadOnly || date > today)) return <Badge color="gray">Scheduled</Badge>
  if (status === 'scheduled') {
    return (
      <Group gap="2xs">
        {date === today && (
          <ButtonLink
            size="xs"
            variant="light"
            to="/session/$clientId"
            params={{ clientId }}
            search={{ appointment: id }}
            aria-label={`Start Session: ${who}`}
          >
            Start Session
          </ButtonLink>
        )}
        <ButtonLink
          size="xs"
          variant="default"
          to="/upload-session/$clientId"
          params={{ clientId }}
          search={{ appointment: id }}
          aria-label={`Upload: ${who}`}
        >
          Upload
        </ButtonLink>
        <ButtonLink
          size="xs"
          variant="default"
          to="/write-note"
          search={{ client: clientId, appointment: id }}
          aria-label={`Write note: ${who}`}
        >
          Write note
        </ButtonLink>
      </Group>
    )
  }
  if (status === 'recording') {
    return (
      <Group gap="2xs">
        <Badge color="ember">Recording</Badge>
        {!isReadOnly && (
          <AnchorLink to="/session/$clientId" params={{ clientId }} size="sm" aria-label={`Open recording: ${who}`}>
            Open recording
          </AnchorLink>
        )}
      </Group>
    )
  }
  return (
    <Group gap="2xs">
      {status === 'processing' && <Badge color="dusk">In progress</Badge>}
      {status === 'no-show' && <Badge color="gray">No-show</Badge>}
      {status === 'failed' && !waitsForTranscript && <Badge color="ember">Needs attention</Badge>}
      {waitsForTranscript && <Badge color="ochre">Waiting for a transcript</Badge>}
      <AnchorLink to="/notes/$sessionId" params={{ sessionId: id }} size="sm" aria-label={`View note: ${who}`}>
        View note
      </AnchorLink>
    </Group>
  )
}
