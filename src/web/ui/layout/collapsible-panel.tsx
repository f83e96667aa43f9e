import { Card, Collapse, Title, UnstyledButton } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './collapsible-panel.module.css'

type Props = { title: string; icon?: ReactNode; children: ReactNode }

/** A side panel. It is always open on wide screens, and collapsible on small ones. */
export function CollapsiblePanel({ title, icon, children }: Props) {
  const id = useId()
  const isWide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false }) ?? true
  const [isOpen, fold] = useDisclosure(true)
  const heading = (
    <span className={classes.heading}>
      {icon}
      {title}
    </span>
  )
  return (
    <Card component="section" aria-labelledby={id}>
      <Title order={2} id={id}>
        {isWide ? (
          heading
        ) : (
          <UnstyledButton className={classes.button} aria-expanded={isOpen} onClick={fold.toggle}>
            {heading}
            <IconChevronDown size={18} className={classes.chevron} data-open={isOpen || undefined} aria-hidden />
          </UnstyledButton>
        )}
      </Title>
      <Collapse expanded={isWide || isOpen}>{children}</Collapse>
    </Card>
  )
}
