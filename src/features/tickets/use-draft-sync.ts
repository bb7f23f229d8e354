import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ticketDrafts } from '../../contract/tickets/drafts.ts'
import { replyText, type SyncedReply } from '../../contract/tickets/reply.ts'
import { call } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { connection } from '../../lib/online.ts'
import { query, queryClient } from '../../lib/query.ts'
import type { Listed } from '../../outbox/read.ts'
import { mergeServerCopy, needsUpload, takeServerCopy, uploaded } from './draft-sync.ts'
import { nextReplyAfter, type ReplyEditor } from './reply-editor.ts'

/** New text reaches the server within three seconds. */
const UPLOAD_INTERVAL_MS = 2_000

/** Synchronises a draft reply with the server's copy. Returns the other device's copy if both were changed since they were equal. */
export function useDraftSync(editor: ReplyEditor, { year, number }: { year: number; number: number }, sent: readonly Listed[] | undefined) {
  const { local } = editor.state.use()
  // The server keeps no draft for a ticket that it does not have.
  const online = connection.use() === 'online' && number > 0
  const [both, setBoth] = useState<SyncedReply>()
  const read = useQuery({ ...query(ticketDrafts.get, { year, number }, true), staleTime: 0, refetchOnMount: 'always', enabled: online })
  const gone = sent?.map(({ entity }) => entity)
  const busy = useRef(false)

  function merge(theirs: SyncedReply | null) {
    const change = mergeServerCopy(editor.state.get().local, theirs, gone ?? [])
    if (change === 'both') setBoth(theirs!)
    else if (change) editor.change(change)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is merged once
  useEffect(() => {
    if (sent && !busy.current && read.data !== undefined && !read.isFetching) merge(read.data)
  }, [read.dataUpdatedAt, read.isFetching, !sent])
  // Another tab has sent this reply.
  const item = sent?.find(({ entity, state }) => entity === local.uuid && state !== 'sent')
  useEffect(() => {
    if (item) editor.change((now) => (now.uuid === item.entity ? nextReplyAfter(now, item) : {}))
  }, [item, editor])

  const waits = needsUpload(local) && !both && !item
  const upload = async () => {
    const { local: now } = editor.state.get()
    if (busy.current || !number || !needsUpload(now)) return
    busy.current = true
    try {
      const made = await call(ticketDrafts.save, { year, number, ...replyText(now), rev: now.synced?.rev ?? 0 })
      queryClient.setQueryData(query(ticketDrafts.get, { year, number }).queryKey, made)
      // If the reply was sent meanwhile, the editor holds another one.
      editor.change((next) => (next.uuid === now.uuid ? uploaded(made)(next) : {}))
    } catch (error) {
      const theirs = error instanceof ApiError && error.status === 409 ? ((error.data as SyncedReply | undefined) ?? null) : undefined
      if (theirs !== undefined) merge(theirs)
    } finally {
      busy.current = false
    }
  }
  const latest = useRef(upload)
  latest.current = upload
  useEffect(() => {
    if (!waits || !online) return
    const timer = setInterval(() => void latest.current(), UPLOAD_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [waits, online])
  // Leaving the page uploads at once, so that the other device has the text.
  useEffect(() => () => void latest.current(), [])
  return {
    both,
    take() {
      if (both) editor.change(takeServerCopy(both))
      setBoth(undefined)
    },
    keep() {
      if (both) editor.change(() => ({ synced: both }))
      setBoth(undefined)
    },
  }
}
