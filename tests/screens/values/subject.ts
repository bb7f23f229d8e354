import type { ResourceName } from '../../../src/contract/kernel/resource-names.ts'
import type { World } from '../../api/support/world.ts'

/** What stands under each label. */
export type Pairs = Readonly<Record<string, string>>
/** A record with every field different from every other, and the addresses it is read at. */
export interface Made {
  id: number
  /** Its list, with nothing but a few rows. */
  list?: string
  /** Its own page, or a part of it by name. */
  page?: string | Readonly<Record<string, string>>
  /** What stands for `{number}` in the pairs: a number that the year or the seed decides. */
  number?: string
  /** Its form: address and title of the dialog. */
  form?: readonly [address: string, title: string]
}
export interface Subject {
  /** The demo account that reads it, if not the administrator. */
  who?: string
  make: (world: World) => Promise<Made>
}
/** What each surface must show of the record, by label. */
export interface Told {
  row?: Pairs
  /** Cells of the exported sheet that differ from those of the row. */
  sheet?: Pairs
  /** The card on a phone: `title` and `subtitle` stand without a label. */
  card?: Pairs
  page?: Readonly<Record<string, Pairs>>
  form?: Pairs
}
/** Each resource has a record, or says in words where its values are compared instead. */
export type Subjects = Readonly<Partial<Record<ResourceName, Subject>>>

/** The rows that a statement gives. */
export const rowsOf = async <T>(rows: Promise<unknown>) => ((await rows) as { rows: T[] }).rows
/** A record made by the administrator's own call. Throws in words if it is refused. */
export async function post({ as }: Pick<World, 'as'>, path: string, body: object, who = 'admin'): Promise<any> {
  const answer = await (await as(who)).post(path, body)
  if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data
}
