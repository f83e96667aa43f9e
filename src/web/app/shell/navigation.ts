import {
  IconBook2,
  IconCalendar,
  IconChartLine,
  IconHome,
  IconNotes,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react'

/** The seven entries of the sidebar (spec core §2). */
export const navigation = [
  { to: '/', label: 'Dashboard', Icon: IconHome },
  { to: '/clients', label: 'Clients', Icon: IconUsers },
  { to: '/calendar', label: 'Calendar', Icon: IconCalendar },
  { to: '/session-notes', label: 'Session Notes', Icon: IconNotes },
  { to: '/progress', label: 'Progress', Icon: IconChartLine },
  { to: '/resources', label: 'Resources', Icon: IconBook2 },
  { to: '/settings', label: 'Settings', Icon: IconSettings },
] as const
