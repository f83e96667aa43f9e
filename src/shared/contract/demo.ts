import { Account } from './accounts.ts'
import { endpoint } from './endpoint.ts'

/** One demo practice an installation: everybody who enters it shares it, as its owner. */
export const demo = {
  enter: endpoint({
    method: 'POST',
    path: '/demo',
    summary: 'Sign in to the demo practice, prepared on first use',
  }).output(Account),
}
