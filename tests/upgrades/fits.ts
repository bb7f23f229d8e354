/**
 * Compares what two versions say of themselves (`GET /api/v1/openapi.json`): whether everything that one side may write can be read by the other. It knows the
 * keywords of JSON Schema that our description uses, and refuses a description with others.
 */
export interface Description {
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}
interface Operation {
  operationId: string
  parameters: Schema[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Schema }> }>
}
type Schema = Record<string, any>
/** `answer`: a reader does not mind fields that it does not know, nor bounds. `request`: a field that is not known is dropped, which loses what was typed. */
export type Side = 'request' | 'answer'

/** Keywords that say nothing of which values are allowed, or less than the ones beside them. */
const WORDS = ['title', 'description', 'examples', 'default', 'propertyNames', 'x-enumDescriptions']
const KNOWN = ['type', 'enum', 'const', 'properties', 'required', 'additionalProperties', 'items', 'pattern', 'format']
const LEAST = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems']
const MOST = ['maximum', 'maxLength', 'maxItems']

const target = (of: Description, pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .reduce<Schema>((at, part) => at[part], of as unknown as Schema)

/** The kinds of value that a schema allows, each with one type. */
function alternatives(of: Description, schema: Schema): Schema[] {
  const { $ref, allOf, anyOf, oneOf, ...own } = schema
  if ($ref) return alternatives(of, { ...target(of, $ref), ...own })
  if (allOf) {
    const parts = (allOf as Schema[]).map((one) => alternatives(of, one)[0]!)
    return alternatives(of, [...parts, own].reduce(merged, {}))
  }
  const either = anyOf ?? oneOf
  if (either) return (either as Schema[]).flatMap((one) => alternatives(of, one)).map((one) => merged(own, one))
  const unknown = Object.keys(own).filter((word) => ![...WORDS, ...KNOWN, ...LEAST, ...MOST].includes(word))
  if (unknown.length) throw new Error(`A keyword that fits.ts does not know: ${unknown}`)
  if (!Array.isArray(own.type)) return [own]
  return own.type.map((type: string) => ({
    ...own,
    type,
    ...(own.enum && { enum: own.enum.filter((one: unknown) => (one === null) === (type === 'null')) }),
  }))
}
const merged = (one: Schema, other: Schema): Schema => ({
  ...one,
  ...other,
  ...((one.properties || other.properties) && { properties: { ...one.properties, ...other.properties } }),
  ...((one.required || other.required) && { required: [...(one.required ?? []), ...(other.required ?? [])] }),
})
const values = ({ enum: several, const: one, type }: Schema): unknown[] | undefined =>
  several ?? (one !== undefined ? [one] : type === 'null' ? [null] : undefined)
const isOpen = ({ type, enum: several, const: one }: Schema) => type === undefined && several === undefined && one === undefined

/** Whether `to` allows what `from` does, as far as types go: the first look at two alternatives. */
function sameType(from: Schema, to: Schema): boolean {
  if (isOpen(to)) return true
  const [given, taken] = [values(from), values(to)]
  if (given && taken) return given.some((one) => taken.includes(one))
  const typeOf = (one: unknown) => (one === null ? 'null' : typeof one)
  if (given) return given.every((one) => typeOf(one) === to.type || (to.type === 'integer' && Number.isInteger(one)))
  return from.type === to.type || (from.type === 'integer' && to.type === 'number')
}

/**
 * What `from` allows and `to` does not, one line each: path and reason.
 * @param side see `Side`
 */
export function misfits(side: Side, [fromOf, from]: [Description, Schema], [toOf, to]: [Description, Schema], path = ''): string[] {
  const seen = new Set<string>()
  const compare = (one: Schema, other: Schema, at: string): string[] => {
    const pair = `${one.$ref} ${other.$ref}`
    if (one.$ref && other.$ref) {
      if (seen.has(pair)) return []
      seen.add(pair)
    }
    const taken = alternatives(toOf, other)
    return alternatives(fromOf, one).flatMap((given) => {
      const fitting = taken.filter((candidate) => sameType(given, candidate))
      if (!fitting.length) return [`${at}: ${JSON.stringify(values(given) ?? given.type ?? 'anything')} is not taken`]
      const all = fitting.map((candidate) => parts(given, candidate, at))
      return all.find((found) => !found.length) ?? all[0]!
    })
  }
  function parts(given: Schema, taken: Schema, at: string): string[] {
    if (isOpen(taken)) return []
    const [before, after] = [values(given), values(taken)]
    if (after) {
      const lost = before?.filter((one) => !after.includes(one))
      return !lost ? [`${at}: only some values are taken`] : lost.length ? [`${at}: ${JSON.stringify(lost)} is not taken`] : []
    }
    if (given.type === 'object') return [...fields(given, taken, at), ...others(given, taken, at)]
    if (given.type === 'array')
      return [...bounds(given, taken, at), ...(taken.items ? compare(given.items ?? {}, taken.items, `${at}[]`) : [])]
    return bounds(given, taken, at)
  }
  function fields(given: Schema, taken: Schema, at: string): string[] {
    const [offered, wanted] = [given.properties ?? {}, taken.properties ?? {}] as Record<string, Schema>[]
    const needed = ((taken.required ?? []) as string[]).filter((name) => !(given.required ?? []).includes(name))
    return [
      ...needed.map((name) => `${at}.${name}: ${offered![name] ? 'may be missing' : 'is not given'}`),
      ...Object.entries(offered!).flatMap(([name, schema]) => {
        if (wanted![name]) return compare(schema, wanted![name], `${at}.${name}`)
        return side === 'request' && !taken.additionalProperties ? [`${at}.${name}: is dropped`] : []
      }),
    ]
  }
  const others = (given: Schema, taken: Schema, at: string): string[] =>
    given.additionalProperties && taken.additionalProperties
      ? compare(given.additionalProperties, taken.additionalProperties, `${at}.*`)
      : []
  function bounds(given: Schema, taken: Schema, at: string): string[] {
    if (side === 'answer') return []
    return [
      ...LEAST.filter((word) => taken[word] !== undefined && (given[word] ?? Number.NEGATIVE_INFINITY) < taken[word]),
      ...MOST.filter((word) => taken[word] !== undefined && (given[word] ?? Number.POSITIVE_INFINITY) > taken[word]),
      ...['pattern', 'format'].filter((word) => taken[word] !== undefined && given[word] !== taken[word]),
    ].map((word) => `${at}: ${word} ${taken[word]} instead of ${given[word] ?? 'none'}`)
  }
  return compare(from, to, path)
}

const resolved = (of: Description, given: Schema): Schema => (given.$ref ? target(of, given.$ref) : given)
const parametersOf = (of: Description, { parameters }: Operation) =>
  new Map(parameters.map((one) => resolved(of, one)).map((one) => [`${one.in} ${one.name}`, one] as const))

/** What a client of one version may ask that the server of another refuses, drops or does not know. */
function askings(label: string, [of, asked]: [Description, Operation], [at, known]: [Description, Operation]): string[] {
  const [ours, theirs] = [parametersOf(of, asked), parametersOf(at, known)]
  const missing = [...theirs]
    .filter(([name, { required }]) => required && !ours.has(name))
    .map(([name]) => `${label} ${name}: is not given`)
  const told = [...ours].flatMap(([name, { schema }]) => {
    const other = theirs.get(name)
    return other ? misfits('request', [of, schema], [at, other.schema], `${label} ${name}`) : [`${label} ${name}: is not known`]
  })
  const bodies = Object.entries(asked.requestBody?.content ?? {}).flatMap(([type, { schema }]) => {
    const other = known.requestBody?.content[type]
    return other ? misfits('request', [of, schema], [at, other.schema], `${label} asks `) : [`${label} asks ${type}: is not known`]
  })
  return [...missing, ...told, ...bodies]
}
/** What a server of one version may answer that the client of another cannot read. */
function answers(label: string, [of, given]: [Description, Operation], [at, known]: [Description, Operation]): string[] {
  const good = ({ responses }: Operation) => Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const [ours, theirs] = [good(given), good(known)]
  // Nothing is read where no body was known.
  if (theirs.some(([, { content }]) => !content)) return []
  return ours.flatMap(([, { content = {} }]) =>
    Object.entries(content).flatMap(([type, { schema }]) => {
      const others = theirs.flatMap(([, answer]) => answer.content?.[type] ?? [])
      if (!others.length) return [`${label} answers ${type}: is not read`]
      const all = others.map((other) => misfits('answer', [of, schema], [at, other.schema], `${label} answers `))
      return all.find((found) => !found.length) ?? all[0]!
    }),
  )
}

/** One line for each thing that a client of one version and a server of another do not understand of each other; calls that the server lacks apart. */
export function misunderstandings(client: Description, server: Description): { lacking: string[]; found: string[] } {
  const lacking: string[] = []
  const found: string[] = []
  for (const [path, methods] of Object.entries(client.paths))
    for (const [method, asked] of Object.entries(methods)) {
      const label = `${method.toUpperCase()} ${path}`
      const known = server.paths[path]?.[method]
      if (!known) lacking.push(label)
      else found.push(...askings(label, [client, asked], [server, known]), ...answers(label, [server, known], [client, asked]))
    }
  return { lacking, found }
}
