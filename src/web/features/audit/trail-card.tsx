import { Card, Group, Text, Title } from '@mantine/core'
import { ButtonLink } from '#web/ui/layout/links.tsx'

/** Links owners and admins to the organization's audit trail. */
export function TrailCard() {
  return (
    <Card component="section" aria-labelledby="audit-trail">
      <Group justify="space-between" gap="md">
        <div>
          <Title order={2} id="audit-trail">
            Audit trail
          </Title>
          <Text c="dimmed" mt={4}>
            Who opened or changed which record, and when.
          </Text>
        </div>
        <ButtonLink variant="default" to="/audit">
          Open the Audit Trail
        </ButtonLink>
      </Group>
    </Card>
  )
}
