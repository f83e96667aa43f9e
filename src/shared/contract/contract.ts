import { accounts } from './accounts.ts'
import { admin } from './admin.ts'
import { amendments } from './amendments.ts'
import { releases } from './releases.ts'
import { audit } from './audit.ts'
import { billing } from './billing.ts'
import { clients } from './clients.ts'
import { copies } from './copies.ts'
import { corrections } from './corrections.ts'
import { cosign } from './cosign.ts'
import { demo } from './demo.ts'
import { engines } from './engines.ts'
import { feedback } from './feedback.ts'
import { insights } from './insights.ts'
import { invitations } from './invitations.ts'
import { members } from './members.ts'
import { notices } from './notices.ts'
import { notes } from './notes.ts'
import { organizations } from './organizations.ts'
import { ownVoice } from './own-voice.ts'
import { progress } from './progress.ts'
import { psychotherapyNotes } from './psychotherapy-notes.ts'
import { recordings } from './recordings.ts'
import { records } from './records.ts'
import { resources } from './resources.ts'
import { review } from './review.ts'
import { series } from './series.ts'
import { sessions } from './sessions.ts'
import { signatures } from './signatures.ts'
import { templateExamples } from './template-examples.ts'
import { templates } from './templates.ts'
import { snippets } from './snippets.ts'
import { transcripts } from './transcripts.ts'
import { viewing } from './viewing.ts'
import { workQueue } from './work-queue.ts'

/** All endpoints by noun. Paths are below `/api`. */
export const contract = {
  accounts,
  organizations,
  members,
  invitations,
  billing,
  notices,
  clients,
  sessions,
  series,
  recordings,
  transcripts,
  ownVoice,
  engines,
  notes,
  records,
  cosign,
  workQueue,
  review,
  signatures,
  amendments,
  releases,
  insights,
  corrections,
  progress,
  copies,
  templates,
  templateExamples,
  feedback,
  resources,
  psychotherapyNotes,
  snippets,
  viewing,
  audit,
  admin,
  demo,
}
