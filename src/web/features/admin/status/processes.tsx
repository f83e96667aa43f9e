import { Group, Table } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { ProcessState } from '#shared/contract/admin-status.ts'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import table from '#web/ui/layout/stacked-table.module.css'
import classes from './status.module.css'
import { shownSeconds, shownSize } from './status-texts.ts'

const pages = 'Pages and recordings'
const jobTexts = { all: 'Transcripts, drafts and mail', long: 'Transcripts and drafts', short: 'Mail and notices' }

/** The processes of the installation with their last heartbeat. */
export function ProcessTable({ processes }: { processes: readonly ProcessState[] }) {
  return (
    <Table className={table.table} aria-label="Processes">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Process</Table.Th>
          <Table.Th>Work</Table.Th>
          <Table.Th>Last heartbeat</Table.Th>
          <Table.Th>Memory</Table.Th>
          <Table.Th>State</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {processes.map((process) => (
          <Process key={process.name} process={process} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Process({ process }: { process: ProcessState }) {
  const { name, host, version, heartbeatSeconds, memory, isResponding } = process
  const Icon = isResponding ? IconCheck : IconAlertTriangle
  return (
    <Table.Tr>
      <Table.Td>
        <Strong className={classes.short}>{name}</Strong>
        <Hint className={table.wraps}>
          {host}, {version}
        </Hint>
      </Table.Td>
      <Table.Td>{workOf(process)}</Table.Td>
      <Table.Td className={`num ${classes.short}`} data-label="Last heartbeat">
        {shownSeconds(heartbeatSeconds)} ago
      </Table.Td>
      <Table.Td className={`num ${classes.short}`} data-label="Memory">
        {shownSize(memory)}
      </Table.Td>
      <Table.Td>
        <Group
          gap="2xs"
          wrap="nowrap"
          className={`${classes.state} ${classes.short}`}
          data-state={isResponding ? 'well' : 'failed'}
        >
          <Icon size={17} aria-hidden />
          {isResponding ? 'Running' : 'Not responding'}
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

function workOf({ roles, jobs }: ProcessState): string {
  const isWeb = roles.includes('web')
  if (!roles.includes('worker')) return pages
  if (!isWeb) return jobTexts[jobs ?? 'all']
  return jobs === 'long' || jobs === 'short' ? `${pages}. ${jobTexts[jobs]}` : 'All work'
}

/** Returns a text that says whether all processes have the same version. */
export function versionsText(processes: readonly ProcessState[]): string {
  const versions = new Set(processes.map(({ version }) => version))
  return versions.size === 1 ? `All on version ${[...versions].join()}` : `${versions.size} versions`
}
