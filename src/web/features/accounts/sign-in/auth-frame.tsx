import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Brand } from '#web/ui/layout/brand.tsx'
import { Lead } from '#web/ui/layout/text.ts'
import classes from './auth-frame.module.css'

type Props = { title: string; lead?: ReactNode; children: ReactNode }

/** The page frame of sign-in, sign-up and password reset: the form beside a description of the product. */
export function AuthFrame({ title, lead, children }: Props) {
  return (
    <div className={classes.frame}>
      <main className={classes.main}>
        <div className={classes.column}>
          <Brand />
          <Title order={1} mt="3xl">
            {title}
          </Title>
          {lead !== undefined && <Lead>{lead}</Lead>}
          <div className={classes.body}>{children}</div>
        </div>
      </main>
      <aside className={classes.aside} aria-label="About Attend">
        <p className={classes.statement}>
          Listen to the person in front of you. The note is written from what was said.
        </p>
        <figure className={classes.example}>
          <p className={classes.sentence}>Client reports waking at four and lying awake until the alarm.</p>
          <figcaption className={classes.evidence}>
            <span className="num">12:41</span> Client: “I’m up at four, every night, and then I just lie there until it
            rings.”
          </figcaption>
        </figure>
        <p className={classes.small}>
          An invented example. Attend does not replace professional clinical judgment; every note is yours to review.
        </p>
      </aside>
    </div>
  )
}
