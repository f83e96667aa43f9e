import { Badge, Card, Group, Title } from '@mantine/core'
import { shownDate } from '#web/ui/format/dates.ts'
import { ChangelogEntry } from './changelog-entry.tsx'
import type { ChangelogDay as Day } from './read-changelog.ts'
import classes from './changelog.module.css'

/** One day of the changelog: achievements and issues. */
export function ChangelogDay({ day }: { day: Day }) {
  const { date, mainItems, totalIssuesCompleted: count, keyAchievements } = day
  const id = `day-${date}`
  return (
    <Card component="section" aria-labelledby={id} padding={0}>
      <Group justify="space-between" p="lg" pb="xs">
        <Title order={2} id={id} className="num">
          {shownDate(date)}
        </Title>
        <Badge color="spruce">{count === 1 ? '1 issue completed' : `${count} issues completed`}</Badge>
      </Group>
      <div className={classes.achievements}>
        <Title order={3}>Key Achievements</Title>
        <ul>
          {keyAchievements.map((achievement) => (
            <li key={achievement}>{achievement}</li>
          ))}
        </ul>
      </div>
      {mainItems.map((item) => (
        <ChangelogEntry key={item.id} item={item} date={date} />
      ))}
    </Card>
  )
}
