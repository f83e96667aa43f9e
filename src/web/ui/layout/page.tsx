import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Lead } from '#web/ui/layout/text.ts'
import classes from './page.module.css'

type Props = {
  title: string
  /** The displayed title if it is not plain text, e.g. a link. */
  heading?: ReactNode
  tabTitle?: string
  lead?: ReactNode
  /** Controls beside the title that change its content, e.g. the next month. */
  beside?: ReactNode
  actions?: ReactNode
  /** `column` for a page with one form. */
  width?: 'page' | 'column'
  children: ReactNode
}

/** The frame of a page inside the shell: title, description, actions and content. Sets the title of the browser tab. */
export function Page({ title, heading = title, tabTitle = title, lead, beside, actions, width, children }: Props) {
  return (
    <div className={classes.page} data-width={width}>
      <title>{`${tabTitle} · Attend`}</title>
      <div className={classes.top}>
        <div className={classes.title}>
          <div>
            <Title order={1}>{heading}</Title>
            {lead !== undefined && <Lead component="div">{lead}</Lead>}
          </div>
          {beside}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  )
}
