import { Card, Group, Title } from '@mantine/core'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { Lead } from '#web/ui/layout/text.ts'

/** Links owners and admins to the organization's audit trail. */
export function TrailCard() {
  return (
    <Card component="section" aria-labelledby="audit-trail">
      <Group justify="space-between" gap="md">
        <div>
          <Title order={2} id="audit-trail">
            Audit trail
          </Title>
          <Lead>Who opened or changed which record, and when.</Lead>
        </div>
        <ButtonLink variant="default" to="/audit">
          Open the Audit Trail
        </ButtonLink>
      </Group>
    </Card>
  )
}
