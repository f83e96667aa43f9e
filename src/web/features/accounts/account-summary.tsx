import type { Account } from '#shared/contract/accounts.ts'
import { Detail, Details } from '#web/ui/details.tsx'

/** What is kept about the person who is signed in. */
export function AccountSummary({ account }: { account: Account }) {
  return (
    <Details>
      <Detail name="Name">{`${account.firstName} ${account.lastName}`}</Detail>
      <Detail name="Email">{account.email}</Detail>
      <Detail name="Organization">{account.organization?.name}</Detail>
      <Detail name="Phone">{account.phoneNumber}</Detail>
      <Detail name="License Type">{account.licenseType}</Detail>
      <Detail name="Default note type">{account.defaultNoteType}</Detail>
      <Detail name="Time zone">{account.timeZone}</Detail>
    </Details>
  )
}
