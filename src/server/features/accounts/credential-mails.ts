/** Subject and text of an email about the password or address of an account. */
interface AccountMail {
  subject: string
  text: string
}

const notYou =
  'If this was not you, reset your password on the login page at once and inform your Attend administrator.\n'

export const passwordChangedMail: AccountMail = {
  subject: 'Your Attend password was changed',
  text: `The password of your Attend account was changed. All other devices were signed out.\n\n${notYou}`,
}

/** Sent instead of a reset link if the account is deactivated. */
export const deactivatedMail: AccountMail = {
  subject: 'Your Attend account is inactive',
  text:
    'Someone asked to reset the password of your Attend account. The account is inactive, so a new password would not sign you in.\n\n' +
    'Your Attend administrator can activate it. If you do not know who that is, ask an owner or admin of your organization.\n\n' +
    'If this was not you, ignore this email.\n',
}

export function codeMail(code: string): AccountMail {
  return {
    subject: 'Your code for Attend',
    text:
      `Someone wants to use this email address to sign in to Attend. The code is\n\n${code}\n\nIt is valid for 10 minutes. ` +
      'Enter it where you requested it. Do not share it.\n\nIf this was not you, ignore this email: nothing changes.\n',
  }
}

/** Sent to the former address. The new address is masked. */
export function emailChangedMail(email: string): AccountMail {
  return {
    subject: 'Your Attend email address was changed',
    text:
      `Your Attend account now belongs to another email address (${maskEmail(email)}). This one no longer signs you in.\n\n` +
      'If this was not you, inform your organization owner or your Attend administrator at once.\n',
  }
}

function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}
