import { IconBuilding, IconVideo } from '@tabler/icons-react'
import type { SettingType } from '#shared/contract/sessions.ts'

/** How a setting is told: by a word and an icon, beside its bar. */
export const settingLabels = {
  'in-person': { label: 'In person', Icon: IconBuilding },
  telehealth: { label: 'Telehealth', Icon: IconVideo },
} as const satisfies Record<SettingType, unknown>
