import { useEffect, useMemo } from 'react'
import { ticketPresence } from '../../contract/tickets/presence.ts'
import { live } from '../../crud/list/live.ts'
import { call } from '../../lib/api.ts'

/** The server forgets presence after 45 seconds without a report, and writing after eight. */
const AGAIN_MS = 20_000
const WRITING_MS = 3_000
const FIRST_MS = 1_000
const tab = crypto.randomUUID()

/** Reports that this tab shows the ticket, as long as it is visible. Returns a function to call with every key typed in the answer. */
export function useReportPresence(ticket_id: number | undefined): () => void {
  const at = useMemo(() => {
    let reportedAt = 0
    const report = (state: 'viewing' | 'writing' | 'gone') => {
      if (ticket_id === undefined) return
      reportedAt = Date.now()
      // A lost report does no harm, as it is repeated.
      void call(ticketPresence.tell, { ticket_id, tab, state }).catch(() => undefined)
    }
    let wroteAt = 0
    return {
      look: () => report(document.visibilityState === 'visible' ? 'viewing' : 'gone'),
      leave: () => reportedAt && report('gone'),
      // A paused tab does not report, so that it does not keep its session alive.
      again: () =>
        Date.now() - reportedAt >= AGAIN_MS - 1_000 &&
        document.visibilityState === 'visible' &&
        live.get() !== 'paused' &&
        report('viewing'),
      write() {
        if (Date.now() - wroteAt < WRITING_MS) return
        wroteAt = Date.now()
        report('writing')
      },
    }
  }, [ticket_id])
  useEffect(() => {
    // The ticket itself is read first.
    const first = setTimeout(at.look, FIRST_MS)
    const timer = setInterval(at.again, AGAIN_MS)
    document.addEventListener('visibilitychange', at.look)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', at.look)
      at.leave()
    }
  }, [at])
  return at.write
}
