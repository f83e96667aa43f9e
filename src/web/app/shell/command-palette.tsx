import {
  IconCalendarPlus,
  IconCreditCard,
  IconHelp,
  IconKeyboard,
  IconMicrophone,
  IconUpload,
  IconUser,
  IconUserPlus,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { navigation } from './navigation.ts'
import { topics } from '#web/features/help/topics.ts'
import type { Entry, EntryGroup } from '#web/features/palette/entry.ts'
import { Palette } from '#web/features/palette/palette.tsx'

type Props = {
  opened: boolean
  /** Null in read-only mode. */
  userId: string | null
  onClose: () => void
  onStart: () => void
  onUpload: () => void
  onShortcuts: () => void
}

/** The command palette with actions, navigation pages and help topics. */
export default function CommandPalette({ onStart, onUpload, onShortcuts, ...props }: Props) {
  const navigate = useNavigate()
  const changes: Entry[] = [
    { id: 'start', label: 'Start Session', alike: 'record', Icon: IconMicrophone, run: onStart },
    { id: 'upload', label: 'Upload Session', alike: 'recording transcript', Icon: IconUpload, run: onUpload },
    {
      id: 'schedule',
      label: 'Schedule Session',
      alike: 'appointment',
      Icon: IconCalendarPlus,
      run: () => void navigate({ to: '/calendar', search: { schedule: true } }),
    },
    {
      id: 'add-client',
      label: 'Add Client',
      alike: 'new',
      Icon: IconUserPlus,
      run: () => void navigate({ to: '/clients', search: { add: true } }),
    },
  ]
  const actions: Entry[] = [
    ...(props.userId === null ? [] : changes),
    { id: 'shortcuts', label: 'Keyboard shortcuts', alike: 'keys', Icon: IconKeyboard, run: onShortcuts },
  ]
  const pages: Entry[] = [
    ...navigation.map(({ to, label, Icon }) => ({ id: to, label, Icon, run: () => void navigate({ to }) })),
    { id: '/profile', label: 'My Profile', Icon: IconUser, run: () => void navigate({ to: '/profile' }) },
    { id: '/billing', label: 'Plans & Billing', Icon: IconCreditCard, run: () => void navigate({ to: '/billing' }) },
    { id: '/help', label: 'Help Center', Icon: IconHelp, run: () => void navigate({ to: '/help' }) },
  ]
  const help = topics.map(({ id, title }) => ({
    id: `help-${id}`,
    label: title,
    alike: 'help',
    Icon: IconHelp,
    run: () => void navigate({ to: '/help', hash: id }),
  }))
  const groups: EntryGroup[] = [
    { name: 'Actions', entries: actions },
    { name: 'Pages', entries: pages },
  ]
  return <Palette {...props} groups={groups} typedGroups={[{ name: 'Help', entries: help }]} />
}
