import { IconBuilding, IconVideo } from '@tabler/icons-react'
import type { SettingType } from '#shared/contract/sessions.ts'

/** Label and icon of each setting, so that settings differ not only by color. */
export const settingLabels = {
  'in-person': { label: 'In person', Icon: IconBuilding },
  telehealth: { label: 'Telehealth', Icon: IconVideo },
} as const satisfies Record<SettingType, unknown>
