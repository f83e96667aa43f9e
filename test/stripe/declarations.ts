import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import {
  type ModuleItem,
  parseSync,
  type TsEntityName,
  type TsInterfaceDeclaration,
  type TsType,
  type TsTypeAliasDeclaration,
} from '@swc/core'

/** A type, where its names are to be looked up. */
export interface Placed {
  type: TsType
  scope: Scope
}

export interface Declared {
  declaration: TsInterfaceDeclaration | TsTypeAliasDeclaration
  scope: Scope
}

/** What a file or a namespace of a declaration file declares. */
export interface Scope {
  parent: Scope | null
  interfaces: Map<string, TsInterfaceDeclaration>
  aliases: Map<string, TsTypeAliasDeclaration>
  namespaces: Map<string, Scope>
  imports: Map<string, { path: string; name: string }>
  /** What the parameters of a generic stand for. */
  bound: Map<string, Placed>
}

const root = join(dirname(createRequire(import.meta.url).resolve('stripe')), '..', 'esm')
const files = new Map<string, Scope>()

/** The declarations of one file of Stripe's library, e.g. `resources/Subscriptions`. */
export function fileOf(path: string): Scope {
  const known = files.get(path)
  if (known) return known
  const scope = newScope(null)
  files.set(path, scope)
  const source = readFileSync(join(root, `${path}.d.ts`), 'utf8')
  declare(scope, parseSync(source, { syntax: 'typescript' }).body, dirname(path))
  return scope
}

export function newScope(parent: Scope | null): Scope {
  const [interfaces, aliases, namespaces, imports, bound] = [new Map(), new Map(), new Map(), new Map(), new Map()]
  return { parent, interfaces, aliases, namespaces, imports, bound }
}

function declare(scope: Scope, items: readonly ModuleItem[], folder: string) {
  for (const item of items) {
    const declared = item.type === 'ExportDeclaration' ? item.declaration : item
    if (declared.type === 'TsInterfaceDeclaration') scope.interfaces.set(declared.id.value, declared)
    if (declared.type === 'TsTypeAliasDeclaration') scope.aliases.set(declared.id.value, declared)
    if (declared.type === 'TsModuleDeclaration' && declared.body?.type === 'TsModuleBlock') {
      const inner = scope.namespaces.get(declared.id.value) ?? newScope(scope)
      scope.namespaces.set(declared.id.value, inner)
      declare(inner, declared.body.body, folder)
    }
    if (declared.type !== 'ImportDeclaration') continue
    const path = join(folder, declared.source.value.replace(/\.js$/, ''))
    for (const { type, local, ...specifier } of declared.specifiers) {
      if (type !== 'ImportSpecifier') continue
      const imported = 'imported' in specifier ? specifier.imported : null
      scope.imports.set(local.value, { path, name: imported?.value ?? local.value })
    }
  }
}

export function namesOf(name: TsEntityName): string[] {
  return name.type === 'Identifier' ? [name.value] : [...namesOf(name.left), name.right.value]
}

/** What names stand for where they are written: looked up from inside out, through imports. */
export function find(scope: Scope, [name = '', ...inner]: readonly string[]): Declared | Placed | null {
  for (let place: Scope | null = scope; place; place = place.parent) {
    const found = inner.length > 0 ? findInner(place, name, inner) : findHere(place, name)
    if (found) return found
    const imported = place.imports.get(name)
    if (imported) return find(fileOf(imported.path), [imported.name, ...inner])
  }
  return null
}

function findInner(place: Scope, name: string, inner: readonly string[]): Declared | Placed | null {
  const namespace = place.namespaces.get(name)
  return namespace ? find(namespace, inner) : null
}

function findHere(place: Scope, name: string): Declared | Placed | null {
  const bound = place.bound.get(name)
  if (bound) return bound
  const declaration = place.interfaces.get(name) ?? place.aliases.get(name)
  return declaration ? { declaration, scope: place } : null
}
