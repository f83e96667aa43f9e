import { Button } from '@mantine/core'
import type { EmailedCode } from './use-emailed-code.ts'

/** A button that mails another code. */
export function SendAgainButton({ code }: { code: EmailedCode }) {
  return (
    <Button variant="default" disabled={code.isSending} onClick={code.sendAgain}>
      {code.isSending ? 'Sending...' : 'Send again'}
    </Button>
  )
}
