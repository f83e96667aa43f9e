import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Hint, Lead } from '#web/ui/layout/text.ts'
import { ScrolledBar } from './scrolled-bar.tsx'
import classes from './page.module.css'

type Props = {
  title: string
  /** The displayed title if it is not plain text, e.g. if it contains a link. */
  heading?: ReactNode
  tabTitle?: string
  lead?: ReactNode
  /** Controls beside the title that change the title, e.g. its month. */
  beside?: ReactNode
  actions?: ReactNode
  /**
   * Keeps the title in view. On phones it is a bar in place of the top bar; on other screens it appears below the top
   * bar once the page is scrolled.
   */
  bar?: { back: ReactNode; facts: string }
  /** `column`: a narrow page with one form. */
  width?: 'page' | 'column'
  children: ReactNode
}

/** The frame of a page: title, description, actions and content. Also sets the title of the browser tab. */
export function Page({ title, heading = title, tabTitle = title, lead, beside, actions, bar, width, children }: Props) {
  return (
    <div className={classes.page} data-width={width} data-page-bar={bar !== undefined || undefined}>
      <title>{`${tabTitle} · Attend`}</title>
      <div className={classes.top}>
        <div className={classes.title}>
          {bar && <div className={classes.back}>{bar.back}</div>}
          <div>
            <Title order={1}>{heading}</Title>
            {bar && <Hint className={`num ${classes.facts}`}>{bar.facts}</Hint>}
            {lead !== undefined && (
              <Lead component="div" className={classes.lead}>
                {lead}
              </Lead>
            )}
          </div>
          {beside}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
      {bar && <ScrolledBar title={title} facts={bar.facts} />}
      {children}
    </div>
  )
}
