import { Card, Text, Title } from '@mantine/core'

/** The disclaimer beside every note (spec core §1). */
export function Disclaimer() {
  return (
    <Card component="section" aria-labelledby="disclaimer">
      <Title order={2} id="disclaimer">
        Disclaimer
      </Title>
      <Text size="sm" mt="xs">
        Written automatically from the transcript. It does not replace professional clinical judgment. Review the note
        and every suggestion in it before it enters the record.
      </Text>
    </Card>
  )
}
