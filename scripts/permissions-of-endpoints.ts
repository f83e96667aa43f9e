import { isContractProcedure } from '@orpc/contract'
import { contract } from '#shared/contract/contract.ts'
import type { ErrorCode } from '#shared/contract/errors.ts'
import {
  type AboutCaller,
  type Expectation,
  expectations,
  type Outcome,
  outcomeFor,
} from '#test/authorization/expectations.ts'
import type { Principal } from '#test/authorization/personas.ts'

/** The callers of the columns, each with its name in the matrix of test/authorization. */
const callers: readonly (readonly [title: string, principal: Principal])[] = [
  ['not signed in', 'anonymous'],
  ['without organization', 'noOrganization'],
  ['therapist', 'therapist'],
  ['supervisor', 'supervisor'],
  ['admin', 'admin'],
  ['owner', 'owner'],
  ['platform admin', 'verifiedAdmin'],
]

/** Error codes that mean missing permission. With any other code, the caller passed the permission check. */
const refusals: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'not_signed_in',
  'not_allowed',
  'no_organization',
  'organization_missing',
  'resources_no_organization',
  'second_factor_missing',
])

/** Lists who may call each endpoint, as Markdown, from the matrix that test/authorization checks. */
export function describeEndpoints(): string {
  const records: string[] = []
  const lists: string[] = []
  const others: string[] = []
  for (const [name, expectation] of allExpectations()) {
    if (expectation.about === 'record') {
      const { own, supervises, administers, hidden } = expectation
      records.push(row(name, ...[own, supervises, administers, hidden].map(cellOfRecord)))
    } else if (expectation.about === 'list') {
      const shows = (relation: 'supervises' | 'administers') => (expectation.shows.includes(relation) ? 'yes' : 'no')
      lists.push(row(name, 'yes', shows('supervises'), shows('administers'), 'no'))
    } else {
      others.push(row(name, ...callers.map(([, principal]) => cellOfCaller(expectation, principal))))
    }
  }
  const relations = ['their own', 'of a therapist they supervise', 'of an organization they administer', 'any other']
  return [
    '### Endpoints about one record',
    'The columns say whose record it is. “Not found” is the same response as for a record that does not exist. Callers must be signed in.',
    [head(...relations), ...records].join('\n'),
    '### Endpoints that list records',
    'The columns say whether the list contains such records. Callers must be signed in.',
    [head(...relations), ...lists].join('\n'),
    '### Other endpoints',
    'The columns are the callers. A platform admin has given a second factor. “Yes” says that the caller passes the permission check; the endpoint applies only to what they may see.',
    [head(...callers.map(([title]) => title)), ...others].join('\n'),
  ].join('\n\n')
}

function* allExpectations(): Generator<readonly [name: string, expectation: Expectation]> {
  for (const [noun, endpoints] of Object.entries(expectations))
    for (const [name, expectation] of Object.entries(endpoints)) yield [nameOf(noun, name), expectation]
}

/** Method, path and summary of an endpoint. */
function nameOf(noun: string, name: string): string {
  const endpoints: Readonly<Record<string, unknown>> = {
    ...Object.entries(contract).find(([each]) => each === noun)?.[1],
  }
  const procedure = endpoints[name]
  if (!isContractProcedure(procedure)) throw new Error(`${noun}.${name} is not in the contract`)
  const { method = 'POST', path = '', summary = '' } = procedure['~orpc'].route
  return `${summary}<br>\`${method} ${path}\``
}

function cellOfRecord(outcome: Outcome): string {
  if (outcome === 'not_allowed') return 'no'
  return outcome.endsWith('_missing') && outcome !== 'passage_missing' ? 'not found' : 'yes'
}

function cellOfCaller(expectation: AboutCaller, principal: Principal): string {
  const outcome = outcomeFor(expectation, principal)
  return outcome !== 'ok' && refusals.has(outcome) ? 'no' : 'yes'
}

function head(...columns: string[]): string {
  return `${row('endpoint', ...columns)}\n${row('---', ...columns.map(() => '---'))}`
}

function row(...cells: string[]): string {
  return `| ${cells.join(' | ')} |`
}
