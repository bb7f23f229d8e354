import { useEffect, useState } from 'react'
import type { NewTicketDraft, NewTicketValues } from '../../contract/tickets/new-ticket.ts'
import { tickets } from '../../contract/tickets/tickets.ts'
import { formDraft } from '../../crud/form/form-draft.ts'
import { draftKey } from '../../crud/form/record-values.ts'
import { notify } from '../../lib/notify.ts'
import { session } from '../../lib/session.ts'
import { type NewTicketEditor, newTicket, openNewTicket } from './new-ticket-editor.ts'
import { newTicketValues } from './new-ticket-queue.ts'

type Station = NewTicketDraft['station']
/** A draft that an earlier version of the app kept among those of plain forms goes on here. */
async function takeFormDraft(editor: NewTicketEditor, station: Station): Promise<void> {
  for (const station_id of new Set([station?.id ?? null, null])) {
    const initial = { ...newTicketValues, station_id }
    const old = formDraft(session.get().user?.id ?? 0, draftKey(tickets.create as never, undefined, initial as never, ''))
    const found = await old.read()
    if (!found) continue
    // Its station was stored without a name, so only the one that is known here is taken.
    const { station_id: _, equipment: __, ...values } = found.values as unknown as NewTicketValues
    await editor.typeAndStore(values)
    return void (await old.clear())
  }
}

/** The editor of a new ticket; undefined while it is being opened. `station` and `equipment` are chosen in one that is begun now. */
export function useNewTicketEditor(uuid: string, station: Station, equipment: NewTicketValues['equipment']) {
  const [editor, setEditor] = useState<NewTicketEditor>()
  const user = session.use().user?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the draft begins with counts once
  useEffect(() => {
    if (!user) return
    let opened: NewTicketEditor | undefined
    let here = true
    void openNewTicket(uuid, newTicket(uuid, { equipment }, station)).then(
      async (made) => {
        opened = made
        if (!made.found) await takeFormDraft(made, station).catch(() => undefined)
        if (here) setEditor(made)
        else void made.close()
      },
      (error: Error) => notify.error(error.message),
    )
    return () => {
      here = false
      setEditor(undefined)
      void opened?.close()
    }
  }, [uuid, user])
  return editor
}
