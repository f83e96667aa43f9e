import { sentence } from '#shared/contract/errors.ts'
import { exampleLimits } from '#shared/contract/limits.ts'
import type { TemplateProposal } from '#shared/contract/template-examples.ts'
import { audit } from '#server/audit.ts'
import type { Context, Services } from '#server/context.ts'
import { logUnderNumber } from '#server/error-number.ts'
import { fail, tooMany } from '#server/fail.ts'
import { DrafterError } from '#server/providers/drafter/port.ts'
import { threads } from '#server/threads/pool.ts'
import { listExamples, listProposalTimes } from './example-store.ts'
import { changeableTemplate } from './manage-templates.ts'
import { exampleKeys, openExample } from './sealed-example.ts'

/** Maximum number of proposals of one user within an hour. */
const maxPerHour = 10
const hourMs = 3_600_000

/** Maximum number of requests to the model at once in this process. */
const maxAtOnce = 4

/** Maximum wait for a proposal, for both attempts of the model together. */
const maxWaitMs = 120_000

/** The examples of a proposal, and the user who requests it. */
export interface ProposalTask {
  userId: string
  examples: string[]
}

/**
 * Checks the limits of proposals, and reads the stored examples of the template.
 * @throws template_learning_unavailable, template_missing, not_allowed, template_examples_too_many, too_many_requests;
 * input_invalid if there is no example
 */
export async function readExamples(
  context: Context,
  input: { templateId: string | null; examples: readonly string[] },
): Promise<ProposalTask> {
  const { actor, clock, config, drafter } = context
  if (!drafter.proposeSections) fail('template_learning_unavailable')
  const templateId = input.templateId === null ? null : (await changeableTemplate(context, input.templateId)).id
  const keys = exampleKeys(config)
  const stored = templateId === null ? [] : await listExamples(context, templateId)
  const examples = [...stored.map((row) => openExample(keys, row, row.sealed)), ...input.examples]
  const { count } = exampleLimits
  if (examples.length === 0) fail('input_invalid')
  if (examples.length > count) fail('template_examples_too_many', { limit: count })
  const now = clock().getTime()
  const times = await listProposalTimes(context, new Date(now - hourMs))
  const oldest = times.at(-maxPerHour)
  if (oldest) throw tooMany(Math.max(60, Math.ceil((oldest.getTime() + hourMs - now) / 1000)))
  const resource = templateId === null ? {} : { resourceId: templateId }
  const details = { examples: examples.length }
  audit(context, { action: 'template.proposed', resourceType: 'account', ...resource, details })
  return { userId: actor.userId, examples }
}

/** Users whose proposal is in progress in this process. */
const busyUsers = new Set<string>()

/**
 * Lets the language model propose sections, outside any transaction (decision 0010). Nothing is stored.
 * @throws template_proposal_failed
 */
export async function proposeSections(
  { drafter, log }: Pick<Services, 'drafter' | 'log'>,
  { userId, examples }: ProposalTask,
  signal: AbortSignal,
): Promise<TemplateProposal> {
  if (busyUsers.has(userId)) failWith('Another proposal of yours is in progress. Wait until it is ready.')
  if (busyUsers.size >= maxAtOnce) failWith('The language model is busy. Try again in a minute.')
  if (!drafter.proposeSections) fail('template_learning_unavailable')
  busyUsers.add(userId)
  const timeout = AbortSignal.timeout(maxWaitMs)
  const abort = AbortSignal.any([signal, timeout])
  try {
    const proposed = await drafter.proposeSections({ examples, signal: abort })
    const proposal = await threads.run('checkProposal', { proposed, examples }, abort)
    if (proposal.sections.length > 0) return proposal
  } catch (error) {
    if (signal.aborted) failWith('The request was canceled.')
    failWith(timeout.aborted ? 'The language model did not answer in 2 minutes.' : explain(log, error))
  } finally {
    busyUsers.delete(userId)
  }
  return failWith(
    'The answer of the language model had no section that could be used. Try again, or use other examples.',
  )
}

function failWith(detail: string): never {
  return fail('template_proposal_failed', { detail })
}

function explain(log: Services['log'], error: unknown): string {
  if (error instanceof DrafterError) {
    log.warn({ reason: error.message }, 'sections of a template could not be proposed')
    return error.message
  }
  return sentence('unexpected', { id: logUnderNumber(log, error, 'sections of a template could not be proposed', {}) })
}
