import { accounts } from './accounts.ts'
import { clients } from './clients.ts'
import { demo } from './demo.ts'
import { feedback } from './feedback.ts'
import { insights } from './insights.ts'
import { notes } from './notes.ts'
import { progress } from './progress.ts'
import { recordings } from './recordings.ts'
import { sessions } from './sessions.ts'
import { transcripts } from './transcripts.ts'

/** Everything the browser and the server agree on, noun by noun. Paths are below `/api`. */
export const contract = {
  accounts,
  clients,
  sessions,
  recordings,
  transcripts,
  notes,
  insights,
  progress,
  feedback,
  demo,
}
