import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ticketDrafts } from '../../contract/tickets/drafts.ts'
import { type SyncedReply, textOf } from '../../contract/tickets/reply.ts'
import { call } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { connection } from '../../lib/online.ts'
import { query, queryClient } from '../../lib/query.ts'
import type { Listed } from '../../outbox/read.ts'
import { isUntold, met, taking, told } from './draft-sync.ts'
import { type ReplyEditor, sentOf } from './reply-editor.ts'

/** On the server within three seconds of the first letter that it has not. */
const TELL_MS = 2_000

/** Follows the server's copy of a reply and tells it of this one's. Gives the copy of another device that both have written on since. */
export function useSynced(editor: ReplyEditor, { year, number }: { year: number; number: number }, sent: readonly Listed[] | undefined) {
  const { local } = editor.state.use()
  const online = connection.use() === 'online'
  const [both, setBoth] = useState<SyncedReply>()
  const read = useQuery({ ...query(ticketDrafts.get, { year, number }), staleTime: 0, refetchOnMount: 'always', enabled: online })
  const gone = sent?.map(({ entity }) => entity)
  const busy = useRef(false)

  function meet(theirs: SyncedReply | null) {
    const change = met(editor.state.get().local, theirs, gone ?? [])
    if (change === 'both') setBoth(theirs!)
    else if (change) editor.change(change)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is met once
  useEffect(() => {
    if (sent && !busy.current && read.data !== undefined && !read.isFetching) meet(read.data)
  }, [read.dataUpdatedAt, read.isFetching, !sent])
  // Another tab has sent it.
  const item = sent?.find(({ entity, state }) => entity === local.uuid && state !== 'sent')
  useEffect(() => {
    if (item) editor.change((now) => (now.uuid === item.entity ? sentOf(now, item) : {}))
  }, [item, editor])

  const untold = isUntold(local) && !both && !item
  const tell = async () => {
    const { local: now } = editor.state.get()
    if (busy.current || !isUntold(now)) return
    busy.current = true
    try {
      const made = await call(ticketDrafts.save, { year, number, ...textOf(now), rev: now.synced?.rev ?? 0 })
      queryClient.setQueryData(query(ticketDrafts.get, { year, number }).queryKey, made)
      // Sent meanwhile, it is another one.
      editor.change((next) => (next.uuid === now.uuid ? told(made)(next) : {}))
    } catch (error) {
      const theirs = error instanceof ApiError && error.status === 409 ? ((error.data as SyncedReply | undefined) ?? null) : undefined
      if (theirs !== undefined) meet(theirs)
    } finally {
      busy.current = false
    }
  }
  const latest = useRef(tell)
  latest.current = tell
  useEffect(() => {
    if (!untold || !online) return
    const timer = setInterval(() => void latest.current(), TELL_MS)
    return () => clearInterval(timer)
  }, [untold, online])
  // Who leaves the page has it on the other device at once.
  useEffect(() => () => void latest.current(), [])
  return {
    both,
    take() {
      if (both) editor.change(taking(both))
      setBoth(undefined)
    },
    keep() {
      if (both) editor.change(() => ({ synced: both }))
      setBoth(undefined)
    },
  }
}
