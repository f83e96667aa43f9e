import { Account } from './accounts.ts'
import { endpoint } from './endpoint.ts'

/** One demo practice per installation. All visitors share it, as its owner. */
export const demo = {
  enter: endpoint({
    method: 'POST',
    path: '/demo',
    summary: 'Sign in to the demo practice, prepared on first use',
  }).output(Account),
}
