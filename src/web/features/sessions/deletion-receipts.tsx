import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/client.ts'
import { accountQuery } from '#web/identity/account.ts'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { knownZone } from '#web/ui/format/dates.ts'
import { Muted } from '#web/ui/layout/text.ts'
import { DownloadReceipt, ReceiptView } from './receipt-view.tsx'
import classes from './sessions.module.css'

/** Receipts of what was deleted from a client's record. */
export function DeletionReceipts({ clientId }: { clientId: string }) {
  const { data: account } = useQuery(accountQuery)
  const receipts = useQuery(query.corrections.receipts.queryOptions({ input: { clientId }, staleTime: 0 }))
  const timeZone = knownZone(account?.timeZone ?? '')
  if (receipts.isPending) return <Placeholder kind="panel" />
  if (receipts.isError) {
    return <LoadFailure error={receipts.error} fallback="Failed to load" onRetry={() => void receipts.refetch()} />
  }
  const { items } = receipts.data
  if (items.length === 0) return <Muted className={classes.receipts}>Nothing was deleted from this record.</Muted>
  return (
    <ol className={classes.receipts}>
      {items.map((receipt) => (
        <li key={receipt.id}>
          <Title order={3}>Deleted {receipt.what}</Title>
          <ReceiptView receipt={receipt} timeZone={timeZone} />
          <DownloadReceipt receipt={receipt} timeZone={timeZone} />
        </li>
      ))}
    </ol>
  )
}
