export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends a mail, or stores it in the outbox if no mail server is set up. Rejects if the server rejects it. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}
