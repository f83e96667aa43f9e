import { Stack } from '@mantine/core'
import text from '../../../../CHANGELOG.md?raw'
import { ChangelogDay } from './changelog-day.tsx'
import { readChangelog } from './read-changelog.ts'

/** The changelog of Attend, newest day first. */
export function Changelog() {
  return (
    <Stack gap="lg">
      {readChangelog(text).map((day) => (
        <ChangelogDay key={day.date} day={day} />
      ))}
    </Stack>
  )
}
