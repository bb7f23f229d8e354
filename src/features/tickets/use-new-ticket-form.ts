import { useId, useState } from 'react'
import { fieldMessages } from '../../contract/kernel/error-messages.ts'
import { faultsOf } from '../../contract/kernel/faults.ts'
import { requiredIf } from '../../contract/kernel/fields.ts'
import { type NewTicketDraft, type NewTicketValues, newTicketBody } from '../../contract/tickets/new-ticket.ts'
import { tickets } from '../../contract/tickets/tickets.ts'
import type { FormFields } from '../../crud/form/Fields.tsx'
import type { Errors, FormHandle } from '../../crud/form/form-handle.ts'
import type { Listed } from '../../outbox/read.ts'
import { filesSaved } from '../../outbox/saving-files.ts'
import { labelAndRequired } from '../../rules/shared/schema-fields.ts'
import { laneOfNewTicket } from './lanes.ts'
import type { NewTicketEditor } from './new-ticket-editor.ts'

const schema = tickets.create.body!
type Path = keyof NewTicketValues
function faultsOfTicket(local: NewTicketDraft, needsStation: boolean): Errors {
  const missing = requiredIf(needsStation, 'Punto vendita', local.values.station_id)
  return { ...(missing && { station_id: missing }), ...faultsOf(tickets.create, newTicketBody(local)) }
}
/** What a change of an input gives: an event, or the value itself. */
const valueIn = (given: unknown) =>
  typeof given === 'object' && given !== null && 'currentTarget' in given ? (given.currentTarget as HTMLInputElement).value : given
/** The fields of a new ticket over its draft, with the errors of this device or, if `refused` is given, of the server. */
export function useNewTicketForm(
  editor: NewTicketEditor,
  refused: Listed | undefined,
  needsStation: boolean,
  discard: () => Promise<void>,
) {
  const id = useId()
  const { values } = editor.state.use().local
  const body = refused?.lastError?.body
  const [errors, setErrors] = useState<Errors>(() => fieldMessages(body))
  const [others, setOthers] = useState<readonly string[]>(() =>
    refused?.lastError && !Object.keys(fieldMessages(body)).length ? [refused.lastError.message] : [],
  )
  const [failures, setFailures] = useState(refused ? 1 : 0)
  const [sending, setSending] = useState(false)
  /** An error goes with the value it was about. */
  const type: NewTicketEditor['type'] = (changed, station) => {
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([path]) => !(path in changed))))
    editor.type(changed, station)
  }
  async function submit() {
    if (sending) return
    const faults = faultsOfTicket(editor.state.get().local, needsStation)
    setErrors(faults)
    setOthers([])
    if (Object.keys(faults).length) return setFailures((count) => count + 1)
    setSending(true)
    // A file that is still being stored belongs to this ticket.
    await filesSaved(laneOfNewTicket(editor.state.get().local.uuid))
    await editor.confirm().catch((error: Error) => {
      setOthers([error.message])
      setFailures((count) => count + 1)
    })
    setSending(false)
  }
  const form: FormHandle = {
    ...{ id, version: '', errors, refused: others, failures, sending, conflict: null, submit },
    restored: refused ? undefined : editor.found,
    labelOf: (path) => labelAndRequired(schema, path).label ?? path,
    wordsOf: (_, value) => String(value ?? ''),
    ...{ reset: discard, discard },
    resolve: async () => undefined,
  }
  return {
    form,
    type,
    schema,
    /** Props of a controlled input. */
    field: ((path: Path) => {
      const { label, required } = labelAndRequired(schema, path)
      return {
        ...{ id: `${id}-${path}`, 'data-path': path, label, required, value: values[path], error: errors[path] },
        onChange: (given: unknown) => type({ [path]: valueIn(given) }),
      }
    }) as FormFields<Path>['field'],
  }
}
