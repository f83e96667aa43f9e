import { Text } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { CollapsiblePanel } from '#web/ui/layout/collapsible-panel.tsx'

/** The disclaimer beside every recording (spec core §1). */
export function ImportantNotice() {
  return (
    <CollapsiblePanel title="Important Notice" icon={<IconShieldCheck size={19} stroke={1.6} aria-hidden />}>
      <Text size="sm" mt="xs">
        This product does not replace professional clinical judgment. Review every suggestion before you rely on it.
      </Text>
    </CollapsiblePanel>
  )
}
