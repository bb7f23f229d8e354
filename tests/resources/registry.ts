import fs from 'node:fs'
import type { Endpoint, Named } from '../../src/contract/kernel/endpoint.ts'
import type { AnyLine, Known } from './known.ts'

type Call = Endpoint & Named
/** The facts the tests know of each resource, by file: every export of `tests/resources/<area>/<name>.ts`. */
export const resources: readonly (Known & { file: string })[] = (
  await Promise.all(
    fs
      .readdirSync('tests/resources', { recursive: true, encoding: 'utf8' })
      .sort()
      .map((file) => /^(\w+)\/([\w-]+)\.ts$/.exec(file))
      .filter((found) => found !== null)
      .map(async ([file, area, name]) => {
        const all: Record<string, Known> = await import(`./${area}/${name}.ts`)
        return Object.values(all).map((one) => ({ ...one, file: `tests/resources/${file}` }))
      }),
  )
).flat()

const byName = new Map(
  resources.flatMap(({ file, contract, calls }) =>
    Object.entries(contract).map(([key, { name }]) => [name, { file, key, line: calls[key] }] as const),
  ),
)
/** The words for a call that no file knows, or undefined. */
export function missingLine({ name, method, path }: Call): string | undefined {
  const found = byName.get(name)
  if (found?.line) return undefined
  const call = `${method} ${path}`
  return found
    ? `${found.file} says nothing of ${call}: add \`${found.key}: { call: '${call}', policy: … }\``
    : `no file of tests/resources knows ${name} (${call}): write tests/resources/<area>/<name>.ts for its contract, as stations/services.ts is`
}
/** The facts of a call. Throws in words if no file knows it. */
export function lineOf(call: Call): AnyLine {
  const missing = missingLine(call)
  if (missing) throw new Error(missing)
  return byName.get(call.name)!.line!
}
export const knownLine = (call: Call | undefined) => call && byName.get(call.name)?.line
/** The file that knows a call, in words. */
export const fileOf = ({ name }: Call) => byName.get(name)?.file ?? 'tests/resources'
/** The documented status of success. */
export const statusOf = ({ call, status }: AnyLine) => status ?? { POST: 201, DELETE: 204 }[call.split(' ')[0]!] ?? 200
