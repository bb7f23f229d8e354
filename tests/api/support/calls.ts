import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { implementations } from '../../../server/resources/registry.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import type { Endpoint, Named } from '../../../src/contract/kernel/endpoint.ts'
import { fillPath } from '../../../src/contract/kernel/request.ts'
import { type Fill, sample } from '../../values.ts'

/** Every call the server answers, in the order of the registry. */
export const calls: readonly (Endpoint & Named)[] = implementations.flatMap(({ endpoints }) => Object.values(endpoints))
const { ONLY = '' } = process.env
/** The calls to try: with `ONLY=services` those of one resource, while one works on it. */
export const tried = calls.filter(({ resource, path }) => resource.includes(ONLY) || path.includes(ONLY))
export const label = ({ method, path }: Endpoint) => `${method} ${path}`

const addresses = calls
  .map((call) => ({ call, address: new RegExp(`^${call.path.replace(/\{\w+\}/g, '[^/]+')}$`), open: call.path.split('{').length }))
  // As on the server, fixed parts come before parameters.
  .sort((a, b) => a.open - b.open)
/** The call that a request to this path makes. */
/** A command is a GET that may be sent as a POST. */
export const callAt = (method: string, path: string) =>
  addresses.find(({ call, address }) => (call.method === method || (call.acts && method === 'POST')) && address.test(path))?.call

export interface Shot {
  url: string
  payload?: string | Buffer
  type?: string
}
const BOUNDARY = '----piazzale-calls'
const part = (name: string, value: string) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const PDF = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="files"; filename="uno.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.4\n%%EOF\r\n`

export function multipart(fields: Record<string, unknown>, withFile: boolean) {
  const texts = Object.entries(fields).map(([name, value]) => part(name, typeof value === 'object' ? JSON.stringify(value) : String(value)))
  return { payload: `${texts.join('')}${withFile ? PDF : ''}--${BOUNDARY}--\r\n`, type: `multipart/form-data; boundary=${BOUNDARY}` }
}
export function queryString(values: Record<string, unknown>) {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(values)) for (const one of [value].flat()) search.append(key, String(one))
  return search.size ? `?${search}` : ''
}
/** A request for a call with values of its schemas: only the required fields, or the optional ones too. Every id in the path is `id`. */
export function shot(call: Endpoint, fill: Fill, id = 1, seed = 1): Shot {
  const ids = Object.fromEntries([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, id]))
  const { path } = fillPath(call.path, { ...ids, ...sample(call.params, 'all', seed) })
  const query = fill === 'least' ? {} : sample(call.query, fill, seed)
  // A list as a file needs the right to export beside that of its readers (data-query.test.ts).
  if (call.envelope !== 'blob') delete query.format
  const url = API_BASE + path + queryString(query)
  if (call.files) return { url, ...multipart(sample(call.body, fill, seed), fill !== 'least') }
  if (!call.body) return { url }
  return { url, payload: JSON.stringify(sample(call.body, fill, seed)), type: 'application/json' }
}
export const fire = (
  app: FastifyInstance,
  method: string,
  { url, payload, type }: Shot,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> =>
  app.inject({
    method: method as 'GET',
    url,
    headers: { ...(type && { 'content-type': type }), ...headers },
    ...(payload !== undefined && { payload }),
  })

/** Ids that exist, by the path of the list that shows them. */
export async function knownIds(app: FastifyInstance, headers: Record<string, string>): Promise<Map<string, number[]>> {
  const known = new Map<string, number[]>()
  for (const { method, path, envelope } of calls) {
    if (method !== 'GET' || path.includes('{') || !['page', 'list'].includes(envelope)) continue
    const answer = await app.inject({ url: API_BASE + path, headers })
    const { data } = answer.json()
    const rows: { id?: unknown }[] = data?.data ?? data ?? []
    const ids = rows.map(({ id }) => id).filter((id): id is number => Number.isInteger(id))
    if (ids.length) known.set(path, ids.slice(0, 3))
  }
  return known
}
