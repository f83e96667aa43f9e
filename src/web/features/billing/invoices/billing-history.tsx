import { Anchor, Badge, Button, Table } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Invoice } from '#shared/contract/billing.ts'
import { sentence } from '#shared/contract/errors.ts'
import { readError } from '#web/api/errors.ts'
import { shownDay } from '#web/ui/format/dates.ts'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import table from '#web/ui/layout/stacked-table.module.css'
import { Hint, Muted } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { ListFooter, PanelBody } from '#web/ui/layout/panel-parts.ts'
import { RowActions } from '#web/ui/layout/row-actions.tsx'
import { invoicesQuery } from '../billing-queries.ts'
import { invoiceFile } from './invoice-file.ts'
import { shownAmount } from '#shared/rules/money.ts'
import { invoiceBadges } from '../subscription-status.ts'
import classes from '../billing.module.css'

type Props = {
  timeZone: string
  /** Shown for an invoice without a file. */
  noFileText?: string
}

/** Invoices with their files, newest first, ten per page. */
export function BillingHistory({ timeZone, noFileText = sentence('invoice_missing') }: Props) {
  const list = useInfiniteQuery(invoicesQuery)
  const cache = useQueryClient()
  const rows = useRef<HTMLTableElement>(null)
  const isMoreFailed = list.isFetchNextPageError
  const reload = () => {
    cache.setQueryData(
      invoicesQuery.queryKey,
      (old) => old && { pages: old.pages.slice(0, 1), pageParams: old.pageParams.slice(0, 1) },
    )
    return list.refetch()
  }
  const loadMore = async () => {
    const { hasNextPage, isError, error } = await list.fetchNextPage()
    // The invoice of the cursor was deleted, so the list restarts.
    const isGone = isError && readError(error).code === 'invoice_missing'
    if (isGone) await reload()
    // On the last page the button disappears, so the focus moves to the list.
    if (isGone || (!hasNextPage && !isError)) rows.current?.focus()
  }
  return (
    <Panel
      title="Billing History"
      query={{ ...list, isError: list.isError && !isMoreFailed }}
      failure="Failed to fetch billing history"
      loadingLabel="Loading billing history"
      skeleton={<Placeholder kind="panel" isInset />}
    >
      {({ pages }) => {
        const invoices = pages.flatMap(({ items }) => items)
        if (invoices.length === 0) {
          return (
            <PanelBody>
              <Muted>
                No invoices yet. Payments and their PDF invoices will appear here. Free trials have no invoices.
              </Muted>
            </PanelBody>
          )
        }
        return (
          <>
            <Table
              ref={rows}
              tabIndex={-1}
              className={`${table.table} ${classes.invoices}`}
              aria-label="Billing History"
            >
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Date</Table.Th>
                  <Table.Th>Description</Table.Th>
                  <Table.Th className={classes.amount}>Amount</Table.Th>
                  <Table.Th>Status</Table.Th>
                  <Table.Th>Invoice</Table.Th>
                  <Table.Th className={classes.actionsHead}>Actions</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {invoices.map((invoice) => (
                  <InvoiceRow key={invoice.id} invoice={invoice} timeZone={timeZone} noFileText={noFileText} />
                ))}
              </Table.Tbody>
            </Table>
            {isMoreFailed && (
              <LoadFailure
                error={list.error}
                fallback="Failed to fetch billing history"
                onRetry={() => void loadMore()}
              />
            )}
            {list.hasNextPage && !isMoreFailed && (
              <ListFooter justify="center">
                <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void loadMore()}>
                  Load More Invoices
                </Button>
              </ListFooter>
            )}
          </>
        )
      }}
    </Panel>
  )
}

function InvoiceRow({ invoice, timeZone, noFileText }: Required<Props> & { invoice: Invoice }) {
  const { id, date, description, amount, currency, status, number, hasFile } = invoice
  const { label, color } = invoiceBadges[status]
  const { address, name } = invoiceFile(id)
  const day = shownDay(date, timeZone)
  return (
    <Table.Tr>
      <Table.Td className="num">
        <time dateTime={date}>{day}</time>
      </Table.Td>
      <Table.Td className={table.wraps}>{description}</Table.Td>
      <Table.Td className={`${classes.amount} num`}>{shownAmount(amount, currency)}</Table.Td>
      <Table.Td>
        <Badge color={color}>{label}</Badge>
      </Table.Td>
      <Table.Td className="num" data-label="Invoice">
        {number || (
          <Muted span inherit>
            No number yet
          </Muted>
        )}
      </Table.Td>
      <Table.Td>
        <RowActions>
          {hasFile ? (
            <Anchor
              className={classes.download}
              href={address}
              target="_blank"
              rel="noreferrer"
              aria-label={`Download ${name}`}
            >
              <IconDownload size={16} aria-hidden /> Download
            </Anchor>
          ) : (
            <Hint span>{noFileText}</Hint>
          )}
        </RowActions>
      </Table.Td>
    </Table.Tr>
  )
}
