import type { Json } from './json.ts'
import { pascal, singular } from './words.ts'

/** Parts of the document with the resource they belong to, as it begins a name: `Bank`. */
export type Roots = readonly (readonly [string, Json])[]
type Names = Map<string, string>
const isObject = (node: unknown): node is Json => typeof node === 'object' && node !== null

/** The name, or the first of `name2`, `name3` … that is not taken. */
export function fresh(name: string, taken: ReadonlySet<string>): string {
  let free = name
  for (let next = 2; taken.has(free); next++) free = `${name}${next}`
  return free
}

interface Use {
  count: number
  owners: Set<string>
  key: string
}
/** The key of a schema, also if arrays or alternatives are in between. */
const HOLDERS = new Set(['properties', 'items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties', 'propertyNames', 'schema'])
/** How often each schema is used, in which resources, and under which key first. */
function usesOf(roots: Roots, bodies: ReadonlyMap<string, Json>): Map<string, Use> {
  const uses = new Map<string, Use>()
  const look = (node: unknown, owner: string, key: string, first = true): void => {
    if (!isObject(node)) return
    const body = bodies.get(node.$ref)
    if (body) {
      const use = uses.get(node.$ref) ?? { count: 0, owners: new Set<string>(), key }
      uses.set(node.$ref, use)
      if (first) use.count++
      const counting = first && !use.owners.size
      if (!use.owners.has(owner)) {
        use.owners.add(owner)
        look(body, owner, key, counting)
      }
    }
    const list = Array.isArray(node)
    for (const [name, one] of Object.entries(node)) look(one, owner, list || HOLDERS.has(name) ? key : name, first)
  }
  for (const [owner, root] of roots) look(root, owner, '')
  return uses
}
/**
 * Names schemas that are used more than once by their key: `cards` of banks → `BankCard`, or `File` if several resources have it. A schema that is used once
 * and has no role gets no name and is written in place.
 */
export function nameShared(
  roots: Roots,
  bodies: ReadonlyMap<string, Json>,
  roles: ReadonlyMap<string, string>,
  reserved: readonly string[],
): Names {
  const names: Names = new Map()
  const uses = usesOf(roots, bodies)
  for (const [ref, name] of roles) if (uses.has(ref)) names.set(ref, name)
  const taken = new Set([...reserved, ...names.values()])
  for (const [ref, { count, owners, key }] of uses) {
    if (names.has(ref) || count < 2) continue
    const own = pascal(singular(key))
    const name = fresh(owners.size > 1 && own && !taken.has(own) ? own : [...owners][0]! + own, taken)
    taken.add(name)
    names.set(ref, name)
  }
  return names
}
/** Rewrites the references of the roots in place, and gives the components by name. */
export function written(roots: Roots, bodies: ReadonlyMap<string, Json>, names: Names): Json {
  const write = (node: unknown): any => {
    if (!isObject(node)) return node
    if (Array.isArray(node)) return node.map(write)
    const { $ref, ...rest } = node
    const siblings = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, write(one)]))
    if (names.has($ref)) return { $ref: `#/components/schemas/${names.get($ref)}`, ...siblings }
    return bodies.has($ref) ? { ...write(bodies.get($ref)), ...siblings } : { ...($ref && { $ref }), ...siblings }
  }
  for (const [, root] of roots) Object.assign(root, write(root))
  const sorted = [...names].sort(([, a], [, b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([ref, name]) => [name, write(bodies.get(ref))]))
}
