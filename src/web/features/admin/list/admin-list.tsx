import { Card, Table, UnstyledButton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { readError } from '#web/api/errors.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Hint } from '#web/ui/layout/text.ts'
import { LoadError } from './load-error.tsx'
import { LoadingRows, RefreshButton } from './list-parts.tsx'
import { type ListName, listTexts } from './list-texts.ts'
import { SecondFactorMissing } from '../second-factor-missing.tsx'
import classes from './admin-list.module.css'

type Cell<Item> = (item: Item, timeZone: string) => ReactNode

/** The content of a row. The text of the first column opens the details. */
export interface Row<Item> {
  lead: { label: string; title: (item: Item) => string; detail: Cell<Item> }
  columns: readonly { label: string; cell: Cell<Item> }[]
}

type Props<Item> = {
  name: ListName
  list: UseQueryResult<{ items: Item[]; total: number; isTotalExact: boolean }>
  search: string
  onSearch: (text: string) => void
  filters: ReactNode
  /** Whether a search or filter is active. */
  isNarrowed: boolean
  /** Content above the list. */
  notice?: ReactNode
  /** Called when the user refreshes the list, to refresh the content above it, too. */
  onRefresh?: () => void
  row: Row<Item>
  /** IANA time zone of the dates in the list. */
  timeZone: string
  /** Opens the details. If undefined, rows are not clickable. */
  onOpen?: (id: string) => void
}

/** A list of the admin panel with refresh, search, filters and a count. A row opens its details. Cards on small screens. */
export function AdminList<Item extends { id: string }>(props: Props<Item>) {
  const { name, list, search, onSearch, filters, notice, onRefresh } = props
  const texts = listTexts[name]
  if (list.isError && readError(list.error).code === 'second_factor_missing') {
    return (
      <Page title={texts.title} tabTitle={`${texts.title}, admin`}>
        <Card padding={0}>
          <SecondFactorMissing />
        </Card>
      </Page>
    )
  }
  return (
    <Page
      title={texts.title}
      tabTitle={`${texts.title}, admin`}
      actions={<RefreshButton list={list} onRefresh={onRefresh} />}
    >
      {notice}
      <Card padding={0} component="section" aria-label={texts.title}>
        <div className={classes.tools}>
          <SearchField
            className={classes.search}
            aria-label={texts.search.replace('...', '')}
            placeholder={texts.search}
            initial={search}
            onSearch={onSearch}
          />
          {filters}
          <Hint component="output" className={`${classes.count} num`}>
            {list.data && shownOf(list.data)}
          </Hint>
        </div>
        {list.isError && <LoadError text={texts.failure} error={list.error} onRetry={() => void list.refetch()} />}
        {list.data ? (
          <Rows {...props} items={list.data.items} />
        ) : (
          list.isPending && <LoadingRows label={`Loading ${texts.title.toLowerCase()}`} />
        )}
      </Card>
    </Page>
  )
}

function shownOf({ items, total, isTotalExact }: { items: unknown[]; total: number; isTotalExact: boolean }): string {
  return `Showing ${items.length} of ${total}${isTotalExact ? '' : '+'}`
}

function Rows<Item extends { id: string }>(props: Props<Item> & { items: readonly Item[] }) {
  const { name, items, list, isNarrowed, timeZone, onOpen } = props
  const { lead, columns } = props.row
  const texts = listTexts[name]
  if (items.length === 0) {
    return isNarrowed ? (
      <EmptyState title={texts.noMatch}>Try adjusting your search or filter criteria.</EmptyState>
    ) : (
      <EmptyState title={texts.none}>{texts.noneYet}</EmptyState>
    )
  }
  return (
    <Table
      className={classes.table}
      aria-label={texts.title}
      aria-busy={list.isPlaceholderData}
      data-stale={list.isPlaceholderData || undefined}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{lead.label}</Table.Th>
          {columns.map(({ label }) => (
            <Table.Th key={label}>{label}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((item) => (
          <Table.Tr key={item.id}>
            <Table.Td>
              {onOpen ? (
                <UnstyledButton className={classes.open} aria-haspopup="dialog" onClick={() => onOpen(item.id)}>
                  {lead.title(item)}
                </UnstyledButton>
              ) : (
                lead.title(item)
              )}
              <Hint component="div">{lead.detail(item, timeZone)}</Hint>
            </Table.Td>
            {columns.map(({ label, cell }) => (
              <Table.Td key={label} data-label={label}>
                {cell(item, timeZone)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
