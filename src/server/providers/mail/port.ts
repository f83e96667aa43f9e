export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends a mail, or keeps it in the outbox when no mail server is set up. Rejects when the server refuses it. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}
