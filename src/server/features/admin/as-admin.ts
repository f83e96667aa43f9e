import type { RequestContext, UseCase } from '#server/context.ts'
import { requirePlatformAdmin } from '#server/features/accounts/require-platform-admin.ts'
import { asCaller } from '#server/use-case/as-caller.ts'

/** Serves an endpoint of the admin panel with a use case. */
export function inPanel<Input, Output>(useCase: UseCase<Input, Output>) {
  return ({ context, input }: { context: RequestContext; input: Input }): Promise<Output> =>
    asAdmin(context, useCase, input)
}

/**
 * Runs a use case of the admin panel in one transaction as app_admin (decision 0050). Other callers are rejected before
 * the transaction, so that they do not use the few connections of app_admin. The database checks the caller again when
 * the transaction opens.
 * @throws not_allowed, second_factor_missing
 */
export async function asAdmin<Input, Output>(
  request: RequestContext,
  useCase: UseCase<Input, Output>,
  input: Input,
): Promise<Output> {
  await asCaller(request, requirePlatformAdmin, undefined)
  return await asCaller(request, useCase, input, request.panel)
}
