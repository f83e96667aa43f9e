import { Account } from './accounts.ts'
import { endpoint } from './endpoint.ts'

export const demo = {
  enter: endpoint({ method: 'POST', path: '/demo', summary: 'Sign in to the demo practice, prepared on first use' }).output(Account),
}
