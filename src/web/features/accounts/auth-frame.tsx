import { Text, Title } from '@mantine/core'
import { IconQuote } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Brand } from '#web/ui/brand.tsx'
import classes from './auth-frame.module.css'

type Props = { title: string; lead?: ReactNode; children: ReactNode }

/** The calm page around sign-in, sign-up and password reset: the form beside what the product is about. */
export function AuthFrame({ title, lead, children }: Props) {
  return (
    <div className={classes.frame}>
      <main className={classes.main}>
        <div className={classes.column}>
          <Brand />
          <Title order={1} mt={40}>
            {title}
          </Title>
          {lead !== undefined && (
            <Text c="dimmed" mt={6}>
              {lead}
            </Text>
          )}
          <div className={classes.body}>{children}</div>
        </div>
      </main>
      <aside className={classes.aside} aria-label="About Attend">
        <IconQuote size={28} stroke={1.4} aria-hidden />
        <p className={classes.statement}>
          Listen to the person in front of you. The note is written from what was said, and every sentence shows where.
        </p>
        <p className={classes.small}>
          Attend does not replace professional clinical judgment. Every note is yours to review before it counts.
        </p>
      </aside>
    </div>
  )
}
