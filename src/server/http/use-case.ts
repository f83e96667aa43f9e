import type { RequestContext, UseCase } from '#server/context.ts'
import { fail } from '#server/fail.ts'

/** Serves an endpoint by a use case: one transaction as the caller. */
export function inTransaction<Input, Output>(useCase: UseCase<Input, Output>) {
  return ({ context, input }: { context: RequestContext; input: Input }): Promise<Output> =>
    asCaller(context, useCase, input)
}

/** Runs a use case in a transaction as the person who sent the request. */
export function asCaller<Input, Output>(
  context: RequestContext,
  useCase: UseCase<Input, Output>,
  input: Input,
): Promise<Output> {
  if (!context.caller) fail('not_signed_in')
  const { caller, config, tenant, jobs, files, speech, drafter, analyst, mail, clock, log } = context
  const services = { config, tenant, jobs, files, speech, drafter, analyst, mail, clock, log }
  return tenant.asCaller(caller, (db, actor) => useCase({ ...services, db, actor }, input))
}
