import { Table } from '@mantine/core'
import classes from './help.module.css'

/** A table of keyboard keys and their actions. */
export function KeyTable({ keys }: { keys: readonly (readonly [keys: string, does: string])[] }) {
  return (
    <Table className={classes.keys} withRowBorders={false} highlightOnHover={false}>
      <Table.Thead className={classes.keysHead}>
        <Table.Tr>
          <Table.Th>Keys</Table.Th>
          <Table.Th>What they do</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {keys.map(([pressed, does]) => (
          <Table.Tr key={pressed}>
            <Table.Td>
              <kbd className={classes.key}>{pressed}</kbd>
            </Table.Td>
            <Table.Td>{does}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
