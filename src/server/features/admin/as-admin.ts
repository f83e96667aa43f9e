import type { UseCase } from '#server/context.ts'
import { requirePlatformAdmin } from '#server/features/accounts/require-platform-admin.ts'

/**
 * Wraps every use case of the admin panel: only platform admins may run it. The database functions check again.
 * @throws not_allowed, second_factor_missing
 */
export function asAdmin<Input, Output>(useCase: UseCase<Input, Output>): UseCase<Input, Output> {
  return async (context, input) => {
    await requirePlatformAdmin(context)
    return useCase(context, input)
  }
}
