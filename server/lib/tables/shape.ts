import * as v from 'valibot'

/** Reduces a value to what an output schema names. */
export type Shape = (value: unknown) => unknown

interface Parts {
  type: string
  pipe?: readonly [v.GenericSchema, ...unknown[]]
  wrapped?: v.GenericSchema
  item?: v.GenericSchema
  value?: v.GenericSchema
  key?: string
  literal?: unknown
  entries?: Record<string, v.GenericSchema>
  options?: readonly v.GenericSchema[]
  getter?: (input: unknown) => v.GenericSchema
}
/** The schema without its rules: the first of its pipe. */
const bare = (schema: v.GenericSchema): Parts => {
  const { pipe } = schema as unknown as Parts
  return pipe && pipe[0] !== schema ? bare(pipe[0]) : (schema as unknown as Parts)
}
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const primitives: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  picklist: (value) => typeof value === 'string' || typeof value === 'number',
  literal: (value) => ['string', 'number', 'boolean'].includes(typeof value),
  null: (value) => value === null,
}

/** Whether a value fits an option of a union; objects are told apart by their keys. */
function fits(schema: v.GenericSchema, value: unknown): boolean {
  const { type, wrapped, item, entries, literal, options } = bare(schema)
  if (type === 'literal') return value === literal
  if (type === 'unknown' || type === 'any') return true
  if (primitives[type]) return primitives[type](value)
  if (type === 'nullable' || type === 'nullish') return value === null || fits(wrapped!, value)
  if (type === 'array') return Array.isArray(value) && value.every((one) => fits(item!, one))
  if (options) return options.some((option) => fits(option, value))
  return isObject(value) && Object.entries(entries ?? {}).every(([key, entry]) => fitsKey(entry, value[key]))
}
const fitsKey = (entry: v.GenericSchema, value: unknown) =>
  value === undefined
    ? ['optional', 'nullish', 'exact_optional'].includes(bare(entry).type)
    : bare(entry).type !== 'literal' || fits(entry, value)

/** Whether the shape of a schema changes or refuses no value of this kind (nor null, unless `present`). */
export function leaves(schema: v.GenericSchema, kind: string | undefined, present: boolean): boolean {
  const { type, wrapped, options } = bare(schema)
  if (wrapped) return leaves(wrapped, kind, present || type.startsWith('null'))
  if (!present || !kind) return false
  if (type === 'union') return options!.some((option) => leaves(option, kind, true))
  return type === 'picklist' ? ['string', 'number'].includes(kind) : type === kind
}

const known = new WeakMap<object, Shape>()
/**
 * What leaves the server: the keys an output schema names and no other, of the types it gives them. The rules of input (an IBAN's digits, a list
 * of choices, a length) are for who writes; what was stored under older ones is still shown. A value of another type, or one that is missing,
 * throws TypeError: it is a fault of ours.
 */
export function shapeOf(schema: v.GenericSchema): Shape {
  let shape = known.get(schema)
  if (!shape) {
    // A schema may contain itself: the inner use looks the shape up when there is a value.
    known.set(schema, (value) => shape!(value))
    shape = compile(schema)
    known.set(schema, shape)
  }
  return shape
}

function compile(schema: v.GenericSchema): Shape {
  const { type, wrapped, item, value: values, key, entries, options, getter } = bare(schema)
  const wrong = (value: unknown): never => {
    throw new TypeError(`an output is ${value === null ? 'null' : typeof value} where ${type} was declared`)
  }
  const holds = primitives[type]
  if (holds) return (value) => (holds(value) ? value : wrong(value))
  switch (type) {
    case 'unknown':
    case 'any':
      return (value) => value
    case 'optional':
    case 'exact_optional':
    case 'nullish':
    case 'nullable': {
      const inner = shapeOf(wrapped!)
      const takesNull = type.startsWith('null')
      return (value) => {
        if (value === null && takesNull) return null
        const given = value === undefined ? v.getDefault(schema as v.OptionalSchema<v.GenericSchema, unknown>) : value
        return given === undefined && type !== 'nullable' ? undefined : inner(given)
      }
    }
    case 'array': {
      const inner = shapeOf(item!)
      return (value) => (Array.isArray(value) ? value.map(inner) : wrong(value))
    }
    case 'record': {
      const inner = shapeOf(values!)
      return (value) =>
        isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one)])) : wrong(value)
    }
    case 'object':
    case 'strict_object': {
      const fields = Object.entries(entries!).map(([name, entry]) => [name, shapeOf(entry)] as const)
      return (value) => {
        if (!isObject(value)) return wrong(value)
        const out: Record<string, unknown> = {}
        for (const [name, inner] of fields) {
          const one = inner(value[name])
          if (one !== undefined) out[name] = one
        }
        return out
      }
    }
    case 'lazy':
      return (value) => shapeOf(getter!(value))(value)
    case 'variant': {
      const shapes = options!.map((option) => [bare(bare(option).entries![key!]!), shapeOf(option)] as const)
      return (value) => {
        const found = isObject(value) && shapes.find(([{ literal, options: among }]) => (among ?? [literal]).includes(value[key!] as never))
        return found ? found[1](value) : wrong(value)
      }
    }
    case 'union': {
      const shapes = options!.map((option) => [option, shapeOf(option)] as const)
      return (value) => (shapes.find(([option]) => fits(option, value))?.[1] ?? wrong)(value)
    }
    default:
      throw new Error(`outputs of type ${type} have no shape`)
  }
}
