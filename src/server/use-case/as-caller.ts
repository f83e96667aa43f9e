import type { RequestContext, UseCase } from '#server/context.ts'
import type { Tenant, Work } from '#server/db/tenant.ts'
import { fail } from '#server/fail.ts'
import { recordRefusedAccess } from '#server/refused-access.ts'
import { accountHeader, noOrganization, notViewing, organizationHeader, viewingHeader } from '#shared/rules/viewing.ts'

/** Serves an endpoint with a use case, in one transaction as the caller. */
export function inTransaction<Input, Output>(useCase: UseCase<Input, Output>) {
  return ({ context, input }: { context: RequestContext; input: Input }): Promise<Output> =>
    asCaller(context, useCase, input)
}

/**
 * Runs a use case in a transaction as the caller. Response headers name the account, the viewed user and the
 * organization, so that no page mixes data of two users.
 * @throws account_changed if the page shows another account's data; organization_changed for changes from a page that
 * shows another organization; second_factor_required if the organization requires one that was not given;
 * viewing_read_only for changes while viewing as another user
 */
export async function asCaller<Input, Output>(
  context: RequestContext,
  useCase: UseCase<Input, Output>,
  input: Input,
  transactions: Pick<Tenant, 'asCaller'> = context.tenant,
): Promise<Output> {
  if (!context.caller) fail('not_signed_in')
  const { caller, config, tenant, jobs, files, speech, mail, payments, clock, log } = context
  const { drafter, excerpts, secondReader, analyst, engines } = context
  const drafting = { drafter, excerpts, secondReader, analyst, engines }
  const services = { config, tenant, jobs, files, speech, ...drafting, mail, payments, clock, log }
  const work: Work<Output> = async (db, actor, hooks) => {
    const account = actor.viewing?.viewerId ?? actor.userId
    context.resHeaders?.set(accountHeader, account)
    context.resHeaders?.set(viewingHeader, actor.viewing ? actor.userId : notViewing)
    const current = actor.organizationId ?? noOrganization
    const { shownOrganization: shown = current } = context
    // A page must not discard the result of a change that is accepted from any organization.
    const accepted = context.inAnyOrganization && !context.whileViewing ? context.shownOrganization : undefined
    context.resHeaders?.set(organizationHeader, accepted ?? (actor.lacksSecondFactor ? noOrganization : current))
    if ((context.shownAccount ?? account) !== account) fail('account_changed')
    if (actor.viewing && !context.whileViewing) fail('viewing_read_only')
    if (actor.lacksSecondFactor && !context.withoutSecondFactor) fail('second_factor_required')
    // Without an organization, the use case refuses with its own reason.
    const isElsewhere = actor.organizationId !== null && shown !== current
    if (isElsewhere && !context.inAnyOrganization) fail('organization_changed')
    return await useCase({ ...services, db, actor, ...hooks }, input)
  }
  const result = transactions.asCaller(caller, work, { onlyReads: context.whileViewing })
  return await result.catch(async (error: unknown) => {
    await recordRefusedAccess(context, caller, error, context.endpoint)
    throw error
  })
}
