// A worker process that takes a job and never ends it. Prints a line once it waits and once it has a job, so that the test can kill it.
import { pino } from 'pino'
import type { JobHandlers } from './queue.ts'
import { openQueue } from './queue.ts'

const [url = ''] = process.argv.slice(2)
const queue = await openQueue(url, pino({ level: 'silent' }), { worker: true })
const hang = () => {
  process.stdout.write('took a job\n')
  return new Promise<never>(() => {})
}
const handlers: JobHandlers = {
  'accounts.reset_mail': hang,
  'sessions.lost': hang,
  'recordings.process': hang,
  'recordings.erase_original': hang,
  'sessions.run_again': hang,
  'recordings.storage': hang,
  'recordings.clean': hang,
  'transcripts.transcribe_waiting': hang,
  'transcripts.transcribe': hang,
  'transcripts.remember_voice': hang,
  'engines.work': hang,
  'engines.try': hang,
  'notes.draft': hang,
  'notes.count_items': hang,
  'notes.index': hang,
  'insights.analyze': hang,
  'corrections.erase': hang,
  'corrections.erase_overdue': hang,
  'feedback.mail': hang,
  'notices.mail': hang,
  'billing.create_customer': hang,
  'billing.sync': hang,
  'billing.reconcile': hang,
  'billing.advance': hang,
  'billing.usage': hang,
  'audit.verify': hang,
  'backups.nightly': hang,
  'demo.prepare': hang,
}
await queue.work(handlers)
process.stdout.write('waiting\n')
