import type { Json } from './json.ts'

const REF = /^\{"type":"object","required":\["data"\],"properties":\{"data":\{"\$ref":"#\/components\/schemas\/(\w+)"\}\}\}$/
/** With fewer calls the reference would take as much room as it saves. */
const FEW = 2

/** Moves answers that several calls share (`data` with the same record) to the components (`BankData`), and gives these. */
export function shareAnswers(operations: readonly { operation: Json }[], taken: Json): Json {
  const contents = [
    ...new Set(operations.flatMap(({ operation }) => Object.values<Json>(operation.responses).map(({ content }) => content))),
  ]
  const holders = contents.flatMap((content) => content?.['application/json'] ?? []) as { schema: Json }[]
  const uses = new Map<string, { schema: Json }[]>()
  for (const holder of holders) {
    const text = JSON.stringify(holder.schema)
    uses.set(text, [...(uses.get(text) ?? []), holder])
  }
  const shared: Json = {}
  for (const [text, all] of uses) {
    const [, record] = REF.exec(text) ?? []
    const name = `${record}Data`
    if (!record || all.length <= FEW || name in taken) continue
    shared[name] = all[0]!.schema
    for (const holder of all) holder.schema = { $ref: `#/components/schemas/${name}` }
  }
  return shared
}
