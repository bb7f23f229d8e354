import { useQuery } from '@tanstack/react-query'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import type { OfflineCopy } from '../contract/kernel/offline-copy.ts'
import { askedAt } from '../lib/api.ts'
import { query } from '../lib/query.ts'
import { session } from '../lib/session.ts'
import type { Saved } from '../ui/SaveState.tsx'
import { isNewerThanList, type StoredRow } from './copy.ts'
import type { CopyKind } from './copy-types.ts'
import { outbox } from './runtime.ts'
import { type Work, worksOf } from './work.ts'

/** One record of a station: as the server has it, as this device has it, or both. */
export interface Entry {
  uuid: string
  row?: StoredRow
  copy?: OfflineCopy
  /** State of the local copy and of what waits in its lane. */
  state?: Saved
}
interface LocalCopy {
  copy: OfflineCopy
  key: string
  revision: number
  work: Work | undefined
}
async function localCopies(kind: CopyKind, station: number): Promise<LocalCopy[]> {
  const own = outbox()
  // Drafts are read first: a draft that says its changes are queued is then never seen without the queued item.
  const drafts = (await own.listDrafts()).filter(({ key }) => key.startsWith(`${kind.name}:${station}/`))
  if (!drafts.length) return []
  const works = worksOf(await own.list(), await own.unqueued())
  return drafts.map(({ key, data, revision }) => ({ key, revision, copy: kind.read(data), work: works.find(({ lane }) => lane === key) }))
}

/**
 * The records of a station, newest first: the server's, and over them what was written here and is not in that list yet. Undefined while
 * loading. `failed` where the list cannot be read now; records already known are still shown.
 */
export function useEntries(kind: CopyKind, station: number) {
  const list = useQuery(query(kind.contract.list, { id: station } as never))
  const user = session.use().user?.id
  const held = useLiveQuery(async () => (user ? localCopies(kind, station) : []), [kind, station, user])
  const rows = list.data as readonly StoredRow[] | undefined
  // The time of asking rather than of arrival: a write may have been received while the answer was on its way.
  const listedAt = list.isFetching ? 0 : askedAt(list.data)
  const old = held?.filter((one) => !isNewerThanList(one, listedAt)) ?? []
  const forget = JSON.stringify(old.map(({ key, revision }) => [key, revision]))
  useEffect(() => {
    for (const [key, revision] of JSON.parse(forget) as [string, number][])
      void outbox()
        .discardDraft(key, revision)
        .catch(() => undefined)
  }, [forget])

  const entries = new Map<string, Entry>(rows?.map((row) => [row.uuid, { uuid: row.uuid, row }]))
  for (const one of held ?? [])
    if (!old.includes(one)) {
      const { copy, work } = one
      entries.set(copy.uuid, { ...entries.get(copy.uuid), uuid: copy.uuid, copy, state: work?.state ?? 'on-device' })
    }
  const at = ({ copy, row }: Entry) => Date.parse((copy ?? row!).noted_at)
  return {
    entries: held && (rows || list.isError) ? [...entries.values()].sort((a, b) => at(b) - at(a)) : undefined,
    failed: list.isError,
    listed: !!rows,
    again: () => void list.refetch(),
  }
}
