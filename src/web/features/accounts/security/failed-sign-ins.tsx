import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#web/api/client.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { PanelBody } from '#web/ui/layout/panel-parts.ts'
import { groupFailures, failureText } from './group-failures.ts'
import classes from './security.module.css'
import { shortMoment } from './short-dates.ts'

const shownAtFirst = 5

/** Failed sign-ins of the last 90 days, newest first. */
export function FailedSignIns({ timeZone }: { timeZone: string }) {
  const failed = useQuery({ ...query.accounts.listFailedSignIns.queryOptions(), staleTime: 0 })
  const [isWhole, setWhole] = useState(false)
  return (
    <Panel
      title="Failed sign-ins"
      query={failed}
      failure="Failed to load failed sign-ins"
      loadingLabel="Loading failed sign-ins"
      skeleton={<Placeholder kind="box" isInset />}
    >
      {(items) => {
        const groups = groupFailures(items)
        const shown = isWhole ? groups : groups.slice(0, shownAtFirst)
        if (groups.length === 0)
          return (
            <PanelBody>
              <Hint>No failed sign-ins in 90 days.</Hint>
            </PanelBody>
          )
        return (
          <>
            <ul className={classes.rows} aria-label="Failed sign-ins">
              {shown.map((group) => (
                <li key={group.at} className={classes.row}>
                  <div>
                    <Strong size="sm">{failureText(group)}</Strong>
                    <Text className={classes.line}>
                      {[sentenceCase(shortMoment(group.at, timeZone)), group.device, group.ipAddress]
                        .filter(Boolean)
                        .join(', ')}
                    </Text>
                  </div>
                </li>
              ))}
            </ul>
            {shown.length < groups.length && (
              <Button variant="subtle" size="xs" m="lg" mt={0} onClick={() => setWhole(true)}>
                Show all {groups.length}
              </Button>
            )}
          </>
        )
      }}
    </Panel>
  )
}

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
