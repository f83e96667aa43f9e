import { Card, Group, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Client } from '#shared/contract/clients.ts'
import { accountQuery } from '#web/identity/account.ts'
import { AnchorLink, ButtonLink } from '#web/ui/layout/links.tsx'
import { Muted } from '#web/ui/layout/text.ts'
import classes from './first-steps.module.css'

/**
 * The steps to the first note: add a client, record or upload a session, review the note. Completed steps are checked.
 */
export default function FirstSteps({ clients }: { clients: readonly Client[] }) {
  const { data: account } = useQuery(accountQuery)
  const ownClients = clients.filter(({ therapistId }) => therapistId === account?.id)
  const first = ownClients[0]
  const clientWithSession = ownClients.find(({ sessionCount }) => sessionCount > 0)
  const current = first === undefined ? 1 : clientWithSession === undefined ? 2 : 3
  return (
    <Card component="section" aria-labelledby="first-steps" padding={0}>
      <div className={classes.head}>
        <Title order={2} id="first-steps">
          From your first client to your first note
        </Title>
        <Muted>Three steps to get started.</Muted>
      </div>
      <ol className={classes.steps}>
        <Step
          number={1}
          current={current}
          title="Add a client"
          action={
            <ButtonLink to="/clients" search={{ add: true }}>
              Add Client
            </ButtonLink>
          }
        >
          All you need is a first and last name.
        </Step>
        <Step
          number={2}
          current={current}
          title="Record or upload a session"
          action={
            first && (
              <Group gap="sm">
                <ButtonLink to="/session/$clientId" params={{ clientId: first.id }}>
                  Start Session
                </ButtonLink>
                <ButtonLink variant="default" to="/upload-session/$clientId" params={{ clientId: first.id }}>
                  Upload Session
                </ButtonLink>
              </Group>
            )
          }
        >
          Record it here, or upload a recording or transcript you already have.
          {account?.canManageEngines && (
            <>
              {' '}
              <AnchorLink to="/settings" search={{ tab: 'engines' }} inherit>
                Choose the speech engine
              </AnchorLink>{' '}
              of this installation first.
            </>
          )}
        </Step>
        <Step
          number={3}
          current={current}
          title="Review the note"
          action={
            clientWithSession && (
              <ButtonLink
                maw="100%"
                to="/clients/$clientId"
                params={{ clientId: clientWithSession.id }}
                search={{ tab: 'sessions' }}
              >
                Open the sessions of {clientWithSession.firstName}
              </ButtonLink>
            )
          }
        >
          Every sentence links to the words it is based on. Edit anything you would put differently.
        </Step>
      </ol>
    </Card>
  )
}

type StepProps = { number: number; current: number; title: string; children: ReactNode; action: ReactNode }

function Step({ number, current, title, children, action }: StepProps) {
  const isDone = number < current
  const isCurrent = number === current
  return (
    <li className={classes.step} data-done={isDone || undefined} aria-current={isCurrent ? 'step' : undefined}>
      <span className={classes.number} aria-hidden>
        {isDone ? <IconCheck size={16} stroke={2.2} /> : number}
      </span>
      <div>
        <Title order={3}>
          {title}
          {isDone && (
            <Text span c="dimmed" size="sm" fw={400} ff="text">
              {' '}
              Done
            </Text>
          )}
        </Title>
        <Muted>{children}</Muted>
        {isCurrent && <div className={classes.action}>{action}</div>}
      </div>
    </li>
  )
}
