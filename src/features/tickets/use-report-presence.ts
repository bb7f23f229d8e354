import { useEffect, useMemo } from 'react'
import { ticketPresence } from '../../contract/tickets/presence.ts'
import { live } from '../../crud/list/live.ts'
import { call } from '../../lib/api.ts'

/** The server forgets who has not said so for 45 seconds, and of writing after eight. */
const AGAIN_MS = 20_000
const WRITING_MS = 3_000
const FIRST_MS = 1_000
const tab = crypto.randomUUID()

/** Tells the others that this tab is at a ticket, as long as it is looked at. Gives what is to be called with every key of an answer. */
export function useBeingAt(ticket_id: number | undefined): () => void {
  const at = useMemo(() => {
    let told = 0
    const tell = (state: 'viewing' | 'writing' | 'gone') => {
      if (ticket_id === undefined) return
      told = Date.now()
      // Nobody misses it: it is told again.
      void call(ticketPresence.tell, { ticket_id, tab, state }).catch(() => undefined)
    }
    let wrote = 0
    return {
      look: () => tell(document.visibilityState === 'visible' ? 'viewing' : 'gone'),
      leave: () => told && tell('gone'),
      // Nor does a tab that nobody uses keep its session alive by this.
      again: () =>
        Date.now() - told >= AGAIN_MS - 1_000 && document.visibilityState === 'visible' && live.get() !== 'paused' && tell('viewing'),
      write() {
        if (Date.now() - wrote < WRITING_MS) return
        wrote = Date.now()
        tell('writing')
      },
    }
  }, [ticket_id])
  useEffect(() => {
    // The ticket itself comes first.
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
