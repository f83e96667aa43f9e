import type { TsInterfaceDeclaration, TsType, TsTypeElement, TsTypeReference } from '@swc/core'
import { fileOf, find, namesOf, newScope, type Placed, type Scope } from './declarations.ts'

/** Where a value comes from: a form has only texts, and lists as numbered entries. */
export type Source = 'form' | 'json'

/**
 * Reads a value as a type of Stripe's library, which Stripe generates from its published description of the interface, for
 * one version of it. More strictly than the compiler: no unknown names, and of open lists of words only the known ones.
 * @param type a file of the library and a name in it, e.g. `Subscriptions#SubscriptionCreateParams`
 */
export function readAs(type: string, value: unknown, source: Source): { value: unknown; problems: string[] } {
  const [file = '', name = ''] = type.split('#')
  const problems: string[] = []
  const found = find(fileOf(`resources/${file}`), name.split('.'))
  if (!found || !('declaration' in found) || found.declaration.type !== 'TsInterfaceDeclaration')
    throw new Error(`Stripe's library has no ${type}.`)
  const { declaration, scope } = found
  return { value: new Reader(source, problems).interface({ declaration, scope }, value, name), problems }
}

class Reader {
  private readonly source: Source
  private readonly problems: string[]

  constructor(source: Source, problems: string[]) {
    this.source = source
    this.problems = problems
  }

  interface({ declaration, scope }: { declaration: TsInterfaceDeclaration; scope: Scope }, value: unknown, at: string) {
    return this.object(membersOf(declaration, scope), value, at)
  }

  private read({ type, scope }: Placed, value: unknown, at: string): unknown {
    switch (type.type) {
      case 'TsKeywordType':
        return this.keyword(type.kind, value, at)
      case 'TsLiteralType':
        return this.literal(type.literal, value, at)
      case 'TsParenthesizedType':
        return this.read({ type: type.typeAnnotation, scope }, value, at)
      case 'TsUnionType':
        return this.union(
          type.types.map((member) => ({ type: member, scope })),
          value,
          at,
        )
      case 'TsTypeLiteral':
        return this.object(
          type.members.map((member) => ({ member, scope })),
          value,
          at,
        )
      case 'TsTypeReference':
        return this.reference(type, scope, value, at)
      default:
        throw new Error(`${at} is declared by ${type.type}, which is not read here.`)
    }
  }

  private fail(at: string, expected: string, value: unknown) {
    this.problems.push(`${at}: ${JSON.stringify(value)} is not ${expected}`)
    return value
  }

  private keyword(kind: string, value: unknown, at: string): unknown {
    if (kind === 'any' || kind === 'unknown' || typeof value === kind) return value
    if (kind === 'null' && value === null) return value
    if (kind === 'void' && value === undefined) return value
    if (this.source === 'form' && typeof value === 'string') {
      if (kind === 'number' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
      if (kind === 'boolean' && /^(true|false)$/.test(value)) return value === 'true'
    }
    return this.fail(at, kind, value)
  }

  private literal(literal: { type: string; value?: unknown }, value: unknown, at: string): unknown {
    const same = this.source === 'form' ? String(literal.value) === value : literal.value === value
    return same ? literal.value : this.fail(at, JSON.stringify(literal.value), value)
  }

  /** The first member that fits; otherwise what the member that comes closest has to say. */
  private union(members: readonly Placed[], value: unknown, at: string): unknown {
    let closest: string[] | null = null
    for (const member of members.toSorted((one, other) => depth(one.type) - depth(other.type))) {
      const problems: string[] = []
      const read = new Reader(this.source, problems).read(member, value, at)
      if (problems.length === 0) return read
      const isShallow = typeof value === 'object' && depth(member.type) < 2
      if (!isShallow && (!closest || problems.length < closest.length)) closest = problems
    }
    this.problems.push(...(closest ?? [`${at}: ${JSON.stringify(value)} fits nothing that is allowed`]))
    return value
  }

  private reference(type: TsTypeReference, scope: Scope, value: unknown, at: string): unknown {
    const names = namesOf(type.typeName)
    const parameters = (type.typeParams?.params ?? []).map((parameter) => ({ type: parameter, scope }))
    const [first] = parameters
    if (names[0] === 'Array' && first) return this.list(first, value, at)
    // A word that the library does not know yet. Here none is.
    if (names[0] === 'OtherString') return this.fail(at, 'a word that is known', value)
    if (names[0] === 'Decimal') return this.keyword('string', value, at)
    const found = find(scope, names)
    if (!found) return this.fail(at, `of ${names.join('.')}, which is not followed`, value)
    if ('type' in found) return this.read(found, value, at)
    const { declaration } = found
    const inner = newScope(found.scope)
    for (const [index, { name }] of (declaration.typeParams?.parameters ?? []).entries()) {
      const bound = parameters[index]
      if (bound) inner.bound.set(name.value, bound)
    }
    if (declaration.type === 'TsTypeAliasDeclaration')
      return this.read({ type: declaration.typeAnnotation, scope: inner }, value, at)
    return this.interface({ declaration, scope: inner }, value, at)
  }

  private list(element: Placed, value: unknown, at: string): unknown {
    const isForm = this.source === 'form' && isObject(value) && Object.keys(value).every((key) => /^\d+$/.test(key))
    const values: unknown = isForm ? Object.values(value) : value
    if (!Array.isArray(values)) return this.fail(at, 'a list', value)
    return values.map((entry: unknown, index) => this.read(element, entry, `${at}[${index}]`))
  }

  private object(members: readonly Member[], value: unknown, at: string): unknown {
    if (!isObject(value)) return this.fail(at, 'an object', value)
    const read: Record<string, unknown> = {}
    const left = new Map(Object.entries(value).filter(([, entry]) => entry !== undefined))
    for (const { member, scope } of members) {
      if (member.type === 'TsIndexSignature') {
        const type = member.typeAnnotation?.typeAnnotation
        for (const [name, entry] of type ? left : []) {
          if (type) read[name] = this.read({ type, scope }, entry, `${at}.${name}`)
          left.delete(name)
        }
      }
      if (member.type !== 'TsPropertySignature' || !('value' in member.key) || !member.typeAnnotation) continue
      const name = String(member.key.value)
      if (left.has(name)) {
        read[name] = this.read({ type: member.typeAnnotation.typeAnnotation, scope }, left.get(name), `${at}.${name}`)
        left.delete(name)
      } else if (!member.optional) this.problems.push(`${at}.${name}: missing`)
    }
    for (const name of left.keys()) this.problems.push(`${at}.${name}: not known`)
    return read
  }
}

interface Member {
  member: TsTypeElement
  scope: Scope
}

function membersOf(declaration: TsInterfaceDeclaration, scope: Scope): Member[] {
  const inherited = declaration.extends.flatMap(({ expression }) => {
    const found = expression.type === 'Identifier' ? find(scope, [expression.value]) : null
    if (!found || !('declaration' in found) || found.declaration.type !== 'TsInterfaceDeclaration')
      throw new Error(`${declaration.id.value} extends what is not followed.`)
    return membersOf(found.declaration, found.scope)
  })
  return [...inherited, ...declaration.body.body.map((member) => ({ member, scope }))]
}

/** Simple types are tried first, so that whole files are read only where an object is. */
function depth(type: TsType): number {
  if (type.type === 'TsLiteralType') return 0
  return type.type === 'TsKeywordType' ? 1 : 2
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
