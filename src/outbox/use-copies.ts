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
  /** Of the copy, and of what waits in its lane. */
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
  // Drafts first: one that says its changes are queued is never seen without what is in the queue.
  const drafts = (await own.listDrafts()).filter(({ key }) => key.startsWith(`${kind.name}:${station}/`))
  if (!drafts.length) return []
  const works = worksOf(await own.list(), await own.unqueued())
  return drafts.map(({ key, data, revision }) => ({ key, revision, copy: kind.read(data), work: works.find(({ lane }) => lane === key) }))
}

/**
 * The records of a station, newest first: those of the server, and over them what was written here and is not in that list yet. Undefined while it
 * is being read; `failed` where the list cannot be had now, which hides nothing that is known.
 */
export function useEntries(kind: CopyKind, station: number) {
  const list = useQuery(query(kind.contract.list, { id: station } as never))
  const user = session.use().user?.id
  const held = useLiveQuery(async () => (user ? localCopies(kind, station) : []), [kind, station, user])
  const rows = list.data as readonly StoredRow[] | undefined
  // Not when it arrived: an answer may have been on its way while what is written here was being received.
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
