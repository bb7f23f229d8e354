import type { Tx } from './types.ts'

/** A draft with changes that are not in the queue yet; it counts as unsent work. */
export interface Unqueued {
  user: number
  userName: string
  /** Key of the draft, and so the lane of what it will queue. */
  key: string
  /** Italian, as the record is called in lists. */
  title: string
  /** Wall clock of the first of these changes. */
  since: number
}
const NAME = 'unqueued:'
const nameOf = (user: number, key: string) => `${NAME}${user}/${key}`

/** Kept in `meta`, so that counting reads no drafts. Written only when it changes, so that followers are not woken by each save. */
export async function keepUnqueued(tx: Tx, of: Pick<Unqueued, 'user' | 'key'>, now: Omit<Unqueued, 'user' | 'key'> | undefined) {
  const name = nameOf(of.user, of.key)
  const known = await tx.get('meta', name)
  if (!now) return void (known && (await tx.delete('meta', name)))
  if (!known) await tx.put('meta', { name, value: JSON.stringify({ ...of, ...now } satisfies Unqueued) })
}
/** Unqueued drafts of everybody whose work is in this store. */
export async function unqueuedIn(tx: Tx): Promise<Unqueued[]> {
  const rows = await tx.find('meta', {})
  return rows.filter(({ name }) => name.startsWith(NAME)).map(({ value }) => JSON.parse(String(value)) as Unqueued)
}
