import type * as v from 'valibot'
import type { Endpoint, Named } from '../../src/contract/kernel/endpoint.ts'
import type { PolicyName } from '../../src/contract/kernel/policies.ts'
import { type AnyLine, type Beside, type Contract, type FilterPart, type Known, type Lines, type WholeNetwork, wholeNetwork } from './known.ts'
import type { Sample, SamplePage } from './sample.ts'
import { fileWrites, plainWrites, reorderWrite } from './writes.ts'

type Call = Endpoint & Named
interface PlainContract extends Contract {
  list: Call
  create: Call & { body: v.GenericSchema }
  update: Call
  remove: Call
}
type PlainKey = 'list' | 'get' | 'create' | 'update' | 'remove' | 'upload' | 'file' | 'removeFile' | 'reorder'
type BodyOf<R extends PlainContract> = v.InferInput<R['create']['body']>
type If<R, Key extends string, Told> = Key extends keyof R ? Told : unknown
type More<R extends PlainContract> = Omit<Lines<R>, PlainKey>

/** What is particular to a plain resource. */
export type Told<R extends PlainContract> = {
  path: R['create']['path']
  table: string
  /** The model of its history, and its name in the activity where that is not its table's. */
  model: string
  entity?: string
  body: BodyOf<R>
  change: Partial<BodyOf<R>>
  refused: { readonly [Field in keyof BodyOf<R>]?: readonly [value: unknown, sentence: string] }
  twice?: { readonly [Field in keyof BodyOf<R>]?: string }
  page?: SamplePage
} & Pick<Sample, 'writer' | 'stranger'> &
  Omit<Beside, 'sample' | 'history'> &
  // A policy that reaches people with only some stations says why no row belongs to a station.
  ({ read: WholeNetwork; write: WholeNetwork; scope?: undefined } | { read: PolicyName; write: PolicyName; scope: string }) &
  FilterPart<R['list']> &
  If<R, 'get', { get: true }> &
  If<R, 'upload', { files: true }> &
  If<R, 'reorder', { reorder: true }> &
  ([keyof More<R>] extends [never] ? unknown : { more: More<R> })

interface AnyTold extends Beside, Pick<Sample, 'writer' | 'stranger' | 'body' | 'change' | 'refused' | 'twice' | 'page'> {
  path: string
  table: string
  model: string
  entity?: string
  read: PolicyName
  write: PolicyName
  scope?: string
  filters?: AnyLine['filters']
  get?: true
  files?: true
  reorder?: true
  more?: Record<string, AnyLine>
}

/** What the tests know of a plain resource: the calls of `crud()`, with files and an order of its own where it has them. */
export function plain<const R extends PlainContract>(contract: R, told: Told<R>): Known {
  const { path, table, model, entity = table, read, write, scope, filters, get, files, reorder, more, page, ...rest } = told as unknown as AnyTold
  const { writer, stranger, body, change, refused, twice, ...beside } = rest
  const agreed = (policy: PolicyName) => ({ policy, ...(wholeNetwork.every((one) => one !== policy) && { scope }) })
  const named = { path, entity, model, body: () => body, change }
  const { create, update, remove } = plainWrites(named)
  const { upload, removeFile } = fileWrites(named)
  const one = `${path}/{id}`
  return {
    ...beside,
    contract,
    calls: {
      list: { call: `GET ${path}`, ...agreed(read), ...(filters && { filters }) },
      ...(get && { get: { call: `GET ${one}`, ...agreed(read) } }),
      create: { call: `POST ${path}`, ...agreed(write), ...create },
      update: { call: `PUT ${one}`, ...agreed(write), ...update, revised: true },
      remove: { call: `DELETE ${one}`, ...agreed(write), ...remove },
      ...(files && {
        upload: { call: `POST ${one}/upload`, ...agreed(write), ...upload },
        file: { call: `GET ${one}/files/{fileId}`, ...agreed(read) },
        removeFile: { call: `DELETE ${one}/files/{fileId}`, ...agreed(write), ...removeFile },
      }),
      ...(reorder && { reorder: { call: `PUT ${path}/order`, status: 204, ...agreed(write), ...reorderWrite(named) } }),
      ...more,
    },
    history: { [model]: table },
    screens: page ? [{ name: `${page.title}`, path: `${page.path}?modulo=nuovo` }] : [],
    sample: {
      ...{ writer, stranger, body, change, refused, twice, page },
      addresses: { list: () => path, create: path, update: (id) => `${path}/${id}`, remove: (id) => `${path}/${id}` },
    },
  }
}
