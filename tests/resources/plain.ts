import type * as v from 'valibot'
import type { Endpoint, Named } from '../../src/contract/kernel/endpoint.ts'
import type { PolicyName } from '../../src/contract/kernel/policies.ts'
import {
  type AnyLine,
  type Beside,
  type Contract,
  type Counted,
  type FilterPart,
  type Known,
  type Lines,
  type RowScene,
  type WholeNetwork,
  wholeNetwork,
} from './known.ts'
import { type Sample, type SamplePage, usualAddresses } from './sample.ts'
import { fileWrites, plainWrites, reorderWrite } from './writes.ts'

type Call = Endpoint & Named
export interface PlainContract extends Contract {
  list: Call
  create: Call & { body: v.GenericSchema }
  update: Call
  remove: Call
}
type PlainKey = 'list' | 'get' | 'create' | 'update' | 'remove' | 'upload' | 'file' | 'removeFile' | 'reorder'
type If<R, Key extends string, Told> = Key extends keyof R ? Told : unknown
/** A list with filters also has a second record, which differs from the first in each of them. */
type Other<R extends PlainContract> = FilterPart<R['list']> extends { filters: unknown } ? { other: Partial<BodyOf<R>> } : unknown
/** Lines for the calls that a resource has beside the usual ones. */
export type More<R extends Contract, Usual extends string> = [Exclude<keyof R, Usual>] extends [never]
  ? unknown
  : { more: Omit<Lines<R>, Usual> }

export type BodyOf<R extends PlainContract> = v.InferInput<R['create']['body']>
/** A record of the resource in the words of its contract. */
export type Told<R extends PlainContract, Body = BodyOf<R>> = {
  path: R['create']['path']
  table: string
  /** The model of its history, and its name in the activity where that is not its table's. */
  model: string
  entity?: string
  body: Body
  change: Partial<Body>
  refused: { readonly [Field in keyof Body]?: readonly [value: unknown, sentence: string] }
  twice?: { readonly [Field in keyof Body]?: string } | Readonly<Record<`${string}.${string}`, string>>
  /** Entries a write leaves in the history beside those of every write. */
  leavesToo?: { create?: string; update?: string; remove?: string }
} & Pick<Sample, 'writer' | 'stranger'> &
  Omit<Beside, 'sample' | 'history'> &
  FilterPart<R['list']> &
  Counted<R['list']>

type PlainTold<R extends PlainContract> = Told<R> & { page?: SamplePage } & (
    | { read: WholeNetwork; write: WholeNetwork; scope?: undefined }
    // A policy that reaches people with only some stations says why no row belongs to a station.
    | { read: PolicyName; write: PolicyName; scope: string }
  ) &
  Other<R> &
  If<R, 'get', { get: true }> &
  If<R, 'upload', { files: true }> &
  If<R, 'reorder', { reorder: true }> &
  More<R, PlainKey>

/** The same for any contract, as the code below reads it. */
export interface AnyTold extends Beside, Omit<Sample, 'addresses'> {
  path: string
  table: string
  model: string
  entity?: string
  leavesToo?: Told<PlainContract>['leavesToo']
  filters?: AnyLine['filters']
  facets?: AnyLine['facets']
  more?: Record<string, AnyLine>
}
interface AnyPlainTold extends AnyTold {
  read: PolicyName
  write: PolicyName
  scope?: string
  other?: object
  get?: true
  files?: true
  reorder?: true
}

const rowsOf =
  (path: string, ...bodies: object[]) =>
  async ({ admin }: RowScene) => {
    for (const body of bodies) {
      const { status, body: answer } = await admin.post(path, body)
      if (status !== 201) throw new Error(`POST ${path} refuses a body of tests/resources: ${JSON.stringify(answer)}`)
    }
  }

/** Facts of a plain resource: the calls of `crud()`, with files and an order of its own if it has them. */
export function plain<const R extends PlainContract>(contract: R, told: PlainTold<R>): Known {
  const {
    path,
    table,
    model,
    entity = table,
    leavesToo,
    read,
    write,
    scope,
    get,
    files,
    reorder,
    more,
    ...rest
  } = told as unknown as AnyPlainTold
  const { filters, facets, other, writer, stranger, body, change, refused, twice, page, ...beside } = rest
  const agreed = (policy: PolicyName) => ({ policy, ...(wholeNetwork.every((one) => one !== policy) && { scope }) })
  const writing = { path, entity, model, leavesToo, body: () => body, change }
  const { create, update, remove } = plainWrites(writing)
  const { upload, removeFile } = fileWrites(writing)
  const one = `${path}/{id}`
  return {
    ...beside,
    contract,
    calls: {
      list: { call: `GET ${path}`, ...agreed(read), ...(filters && { filters }), ...(facets && { facets }) },
      ...(get && { get: { call: `GET ${one}`, ...agreed(read) } }),
      create: { call: `POST ${path}`, ...agreed(write), ...create },
      update: { call: `PUT ${one}`, ...agreed(write), ...update, revised: true },
      remove: { call: `DELETE ${one}`, ...agreed(write), ...remove },
      ...(files && {
        upload: { call: `POST ${one}/upload`, ...agreed(write), ...upload },
        file: { call: `GET ${one}/files/{fileId}`, ...agreed(read) },
        removeFile: { call: `DELETE ${one}/files/{fileId}`, ...agreed(write), ...removeFile },
      }),
      ...(reorder && { reorder: { call: `PUT ${path}/order`, status: 204, ...agreed(write), ...reorderWrite(writing) } }),
      ...more,
    },
    history: { [model]: table },
    ...(page && { screens: [{ name: page.title, path: `${page.path}?modulo=nuovo` }] }),
    ...(other && { rows: rowsOf(path, body, { ...body, ...other }) }),
    sample: { writer, stranger, body, change, refused, twice, page, addresses: usualAddresses(path) },
  }
}
