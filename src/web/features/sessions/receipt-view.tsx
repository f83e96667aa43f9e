import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { DeletionReceipt } from '#shared/contract/corrections.ts'
import { saveBlob } from '#web/ui/browser/save-blob.ts'
import { receiptLines, receiptText } from './deletion-texts.ts'
import classes from './sessions.module.css'

type Props = { receipt: DeletionReceipt; timeZone: string }

/** A deletion receipt, line by line. */
export function ReceiptView({ receipt, timeZone }: Props) {
  return (
    <dl className={classes.receipt}>
      {receiptLines(receipt, timeZone).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A button that downloads a receipt as a text file. */
export function DownloadReceipt({ receipt, timeZone }: Props) {
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={17} aria-hidden />}
      onClick={() =>
        saveBlob(
          new Blob([receiptText(receipt, timeZone)], { type: 'text/plain;charset=utf-8' }),
          `deletion-receipt-${receipt.id}.txt`,
        )
      }
    >
      Download receipt
    </Button>
  )
}
