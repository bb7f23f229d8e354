import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { fieldKind } from '../../../src/contract/kernel/fields.ts'
import { labelOf } from '../../../src/contract/kernel/valibot-it.ts'
import { exampleOf } from './example.ts'
import type { Json } from './json.ts'
import { fresh, nameShared, type Roots, written } from './names.ts'
import { beyond, commonOf, isPart, largest } from './parts.ts'

type Mode = 'input' | 'output' | 'query'

/** Rules of input, which an output does not have: it is described as it leaves (`shape.ts`), and may have been stored under older rules. */
const RULES = [
  'min_length',
  'max_length',
  'non_empty',
  'regex',
  'min_value',
  'max_value',
  'gt_value',
  'lt_value',
  'min_code_points',
  'title',
]
const FORMATS: Record<string, string> = { day: 'date', email: 'email' }
/** Names that the document itself uses. */
const RESERVED = ['Page', 'Problem'] as const
/** Characters of an example that tells at a glance what it is one of. */
const SMALL = 240
const MOST_OF_A_COLUMN = 2_147_483_647
/** Shorter schemas are written in place. */
const SHORT = 110

/** Collects the JSON schemas of the contract, each once, under a `$ref` that `settle` gives a name. */
export function schemaStore() {
  const refs = new Map<string, string>()
  const bodies = new Map<string, Json>()
  const roles = new Map<string, string>()
  const examples = new Map<string, unknown>()

  function keep(schema: Json): Json {
    if (schema.$ref || !(schema.properties || schema.anyOf || schema.oneOf || schema.enum)) return schema
    const text = JSON.stringify(schema)
    const union = schema.anyOf?.every((one: Json) => one.type !== 'null') && text.includes('"$ref"')
    if (text.length < SHORT && !union) return schema
    const ref = refs.get(text) ?? `#${refs.size}`
    refs.set(text, ref)
    bodies.set(ref, schema)
    return { $ref: ref }
  }
  /** The alternatives of a variant, with what most of them have in common written once. */
  function factored(schema: Json): Json {
    const options = (schema.oneOf as Json[] | undefined)?.map(open)
    const common = options && commonOf(options)
    if (!common) return schema
    const base = keep(common)
    return { ...schema, oneOf: options.map((option, at) => (isPart(common, option) ? beyond(base, common, option) : schema.oneOf[at])) }
  }
  function of(schema: v.GenericSchema, mode: Mode): Json {
    const {
      $schema: _,
      $defs: __,
      ...made
    } = toJsonSchema(schema, {
      typeMode: mode === 'input' ? 'input' : 'output',
      ...(mode === 'output' && { ignoreActions: RULES }),
      errorMode: 'ignore',
      target: 'draft-2020-12',
      overrideAction: ({ valibotAction, jsonSchema }) => (valibotAction.type === 'metadata' ? told(jsonSchema, mode) : undefined),
      overrideSchema: ({ valibotSchema, jsonSchema, referenceMap }) => {
        const kept = keep(tidy(factored(jsonSchema as Json), valibotSchema as unknown as Parts, mode))
        // A tree of conditions holds the same schema thousands of times: it is walked once.
        if (kept.$ref && !jsonSchema.$ref) referenceMap.set(valibotSchema, kept.$ref)
        return kept
      },
      overrideRef: ({ referenceId }) => referenceId,
    } as ConversionConfig) as Json
    return made
  }
  /** The schema of a body or an answer, with the first of these names that is free unless it has one already, and an example that is accepted. */
  function as(among: readonly string[], schema: v.GenericSchema, mode: Mode): Json {
    const made = of(schema, mode)
    if (!made.$ref || roles.has(made.$ref)) return made
    const taken = new Set([...RESERVED, ...roles.values()])
    roles.set(made.$ref, among.find((name) => !taken.has(name)) ?? fresh(among[0]!, taken))
    const example = exampleOf(made, open)
    if (v.is(schema, example) && JSON.stringify(example).length < SMALL) examples.set(made.$ref, example)
    return made
  }
  /** Expresses a schema as its largest subset among the others, plus the extra fields. */
  function extend(records: readonly Json[]): void {
    const kept = [...new Set(records.map(({ $ref }) => $ref as string | undefined))].filter((ref) => ref !== undefined)
    const before = new Map(kept.map((ref) => [ref, bodies.get(ref)!]))
    for (const [ref, whole] of before) {
      const base = largest([...before].filter(([other, some]) => other !== ref && isPart(some, whole)))
      if (base) bodies.set(ref, beyond({ $ref: base[0] }, base[1], whole))
    }
  }
  /** Resolves a reference. */
  const open = (schema: Json): Json => (schema.$ref ? bodies.get(schema.$ref)! : schema)
  /** Names all that is shared, rewrites the references of the roots in place and gives the components. */
  function settle(roots: Roots): Json {
    const names = nameShared(roots, bodies, roles, RESERVED)
    const schemas = written(roots, bodies, names)
    for (const [ref, example] of examples) if (schemas[names.get(ref)!]) schemas[names.get(ref)!].examples = [example]
    return schemas
  }
  return { of, as, extend, open, settle }
}
export type Store = ReturnType<typeof schemaStore>

interface Parts {
  type: string
  entries?: Record<string, v.GenericSchema & { default?: unknown }>
  options?: { type?: string }[]
}
/** The labels of a choice in the keyword that tools know, for input alone; labels that equal the value are left out. */
function told({ words, kind: _, scale: __, ...rest }: Json, mode: Mode): Json {
  const more = Object.entries<string>(words ?? {}).filter(([value, word]) => word.toLowerCase() !== value.toLowerCase())
  return { ...rest, ...(more.length && mode !== 'output' && { 'x-enumDescriptions': Object.fromEntries(more) }) }
}
function tidy(schema: Json, { type, entries, options }: Parts, mode: Mode): Json {
  if (mode === 'query' && type === 'union' && options!.some((option) => option.type === 'boolean')) return { type: 'boolean' }
  if (entries) return withFields(schema, entries, mode)
  const { propertyNames, default: start, ...rest } = schema
  // An answer has no defaults.
  if (mode !== 'output' && start !== undefined) rest.default = start
  if (propertyNames && Object.keys(propertyNames).some((key) => key !== 'type')) rest.propertyNames = propertyNames
  return rest.anyOf && type.startsWith('null') ? nullable(rest, mode) : rest
}
function withFields({ required, properties, ...rest }: Json, entries: NonNullable<Parts['entries']>, mode: Mode): Json {
  // A field with a default is always present in an answer.
  const needed = Object.keys(entries).filter((key) => required.includes(key) || (mode === 'output' && entries[key]!.default !== undefined))
  const fields = Object.entries(entries).map(([key, entry]) => {
    // The conversion stops at the first transformation of a text, and label and kind come after it.
    const [title, format] = [mode !== 'output' && labelOf(entry), FORMATS[fieldKind(entry) ?? '']]
    const field = { ...properties[key] }
    // The limit of the database column is no rule of the field.
    if (field.maximum === MOST_OF_A_COLUMN) delete field.maximum
    return [key, { ...field, ...(title && { title }), ...(format && { format }) }]
  })
  return { ...rest, properties: Object.fromEntries(fields), ...(needed.length && { required: needed }) }
}
/** `anyOf` of a schema and null, as short as it can be said; nothing in an address is null. */
function nullable(schema: Json, mode: Mode): Json {
  const { anyOf, ...outer } = schema
  const [inner] = anyOf
  if (mode === 'query') return { ...inner, ...outer }
  if (typeof inner.type !== 'string') return schema
  // An empty text becomes null, so it is not too short.
  const { minLength, ...rest } = inner
  const least = minLength > 1 && { minLength }
  return { ...rest, ...least, ...outer, type: [inner.type, 'null'], ...(inner.enum && { enum: [...inner.enum, null] }) }
}
