/** Mails about a changed password or email address. */
interface Letter {
  subject: string
  text: string
}

const notYou =
  'If it was not you, ask for a new password on the login page at once, and tell whoever runs Attend for you.\n'

export const passwordChangedMail: Letter = {
  subject: 'Your Attend password was changed',
  text: `The password of your Attend account was changed. All other devices were signed out.\n\n${notYou}`,
}

export function codeMail(code: string): Letter {
  return {
    subject: 'Your code for Attend',
    text:
      `Somebody wishes to sign in to Attend with this email address. The code is\n\n${code}\n\nIt is valid for 10 minutes. ` +
      'Type it where you asked for it, and give it to nobody.\n\nIf it was not you, ignore this mail: nothing changes.\n',
  }
}

/** To the former address; shows the new one in part only. */
export function emailChangedMail(email: string): Letter {
  return {
    subject: 'Your Attend email address was changed',
    text:
      `Your Attend account now belongs to another email address (${masked(email)}). This one no longer signs you in.\n\n` +
      'If it was not you, tell the owner of your organization or whoever runs Attend for you at once.\n',
  }
}

function masked(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}
