import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './page.module.css'

type Props = {
  title: string
  /** The title as it is shown, when it is more than text, e.g. a link. */
  heading?: ReactNode
  tabTitle?: string
  lead?: ReactNode
  /** Controls beside the title that change its content, e.g. the next month. */
  beside?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A page inside the shell: its title, what may be done, and its content. Sets the title of the browser tab. */
export function Page({ title, heading = title, tabTitle = title, lead, beside, actions, children }: Props) {
  return (
    <div className={classes.page}>
      <title>{`${tabTitle} · Attend`}</title>
      <div className={classes.top}>
        <div className={classes.title}>
          <div>
            <Title order={1}>{heading}</Title>
            {lead !== undefined && (
              <Text component="div" c="dimmed" mt={2}>
                {lead}
              </Text>
            )}
          </div>
          {beside}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  )
}
