import { useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import { useParameters } from '../../crud/list/list-search.ts'
import { RecordFrame } from '../../crud/record/RecordFrame.tsx'
import { session } from '../../lib/session.ts'
import { outbox } from '../../outbox/runtime.ts'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { part } from '../../ui/part.tsx'
import { laneOfNewTicket } from './lanes.ts'
import { NewTicketForm } from './NewTicketForm.tsx'
import { isOpening } from './new-ticket-queue.ts'
import { linkOf, TICKETS } from './ticket-links.ts'
import { ticketSearch } from './tickets-search.ts'

const PendingTicket = part(() => import('./PendingTicket.tsx').then((m) => m.PendingTicket), <LoadingRows />)

/** "Nuovo ticket". Each has an id of its own in the address, so that two tabs write two tickets. */
export function NewTicket() {
  const { bozza } = useParameters(ticketSearch)
  const navigate = useNavigate()
  useEffect(() => {
    if (!bozza) void navigate({ to: '.', search: (old: object) => ({ ...old, bozza: crypto.randomUUID() }), replace: true } as never)
  }, [bozza, navigate])
  return bozza ? <Begun key={bozza} uuid={bozza} /> : null
}

async function dropDraft(key: string) {
  const left = await outbox().loadDraft(key)
  if (left) await outbox().discardDraft(key, left.revision)
}
/** A new ticket where it stands: being written, refused and to be corrected, on its way, or arrived, which leads to its page. */
function Begun({ uuid }: { uuid: string }) {
  const navigate = useNavigate()
  const user = session.use().user?.id
  const lane = laneOfNewTicket(uuid)
  const found = useLiveQuery(async () => {
    if (!user) return undefined
    const [items, named] = await Promise.all([outbox().list(), outbox().refOf(uuid)])
    return { named, item: items.find((item) => item.lane === lane && isOpening(item) && item.state !== 'sent') }
  }, [uuid, user])
  const named = found?.named
  const arrived = !!named?.id_number
  useEffect(() => {
    if (!named || !arrived) return
    // Another tab may have been writing on while this one was sent.
    void dropDraft(lane).catch(() => undefined)
    const link = linkOf({ id_year: Number(named.id_year), id_number: Number(named.id_number) })
    void navigate({ ...link, hash: true, replace: true } as never)
  }, [named, arrived, lane, navigate])
  if (!found || arrived)
    return (
      <RecordFrame list={TICKETS} title="Nuovo ticket" name="Nuovo ticket">
        <LoadingRows />
      </RecordFrame>
    )
  const { item } = found
  return item && item.state !== 'needs-fix' ? <PendingTicket uuid={uuid} item={item} /> : <NewTicketForm uuid={uuid} refused={item} />
}
