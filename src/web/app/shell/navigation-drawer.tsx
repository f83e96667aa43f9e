import { Drawer } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { Brand } from '#web/ui/layout/brand.tsx'
import { Sidebar } from './sidebar.tsx'

type Props = { opened: boolean; onClose: () => void }

/** The sidebar as a slide-over on small screens. Opens after mounting, so that focus returns to its opener. */
export default function NavigationDrawer({ opened, onClose }: Props) {
  const isMounted = useMounted()
  return (
    <Drawer
      opened={opened && isMounted}
      onClose={onClose}
      size={264}
      title={<Brand />}
      closeButtonProps={{ 'aria-label': 'Close navigation' }}
    >
      <Sidebar onNavigate={onClose} />
    </Drawer>
  )
}
