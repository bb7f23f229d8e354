import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { stationRecord } from '../../contract/stations/record.ts'
import type { Station } from '../../contract/stations/stations.ts'
import { useRecordDialog } from '../../crud/form/record-dialog.ts'
import type { RowAction } from '../../crud/list/columns.ts'
import { useDelete } from '../../crud/record/delete.ts'
import { MoreButton } from '../../crud/record/MoreButton.tsx'
import { useOriginList } from '../../crud/record/origin-list.ts'
import { useCan, useMe } from '../../lib/session.ts'
import { mayCreateStations } from '../../rules/stations/access.ts'
import { IconCopy, IconPencil, IconTrash } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/links.tsx'

/** What may be done with a station as a whole, while its general data are shown and not being written (`editable`; undefined until it is known); undefined where nothing may. */
export function useStationActions(station: Station | undefined, editable: boolean | undefined): ReactNode {
  const can = useCan()
  const makes = mayCreateStations(useMe())
  const dialog = useRecordDialog()
  const navigate = useNavigate()
  const came = useOriginList()
  const remove = useDelete(stationRecord.remove, 'il punto vendita')
  const edit = useRef<HTMLButtonElement>(null)
  const was = useRef(editable)
  // Whoever leaves the form is where it was opened from.
  useEffect(() => {
    if (editable && was.current === false && document.activeElement === document.body) edit.current?.focus()
    was.current = editable
  }, [editable])
  if (!station) return undefined
  const { id, code, name, writable } = station
  async function erase() {
    if (!(await remove({ id }, `${code} ${name}`))) return
    if (came) came.leave()
    else void navigate({ to: '/stazioni', replace: true })
  }
  const copy: RowAction = { label: 'Duplica', icon: IconCopy, onSelect: () => navigate({ to: '/stazioni/nuova', search: { da: id } }) }
  const more: RowAction[] = [
    ...(makes ? [copy] : []),
    ...(can(stationRecord.remove.policy) ? [{ label: 'Elimina', icon: IconTrash, danger: true, onSelect: erase }] : []),
  ]
  const write = writable.includes('net.write')
  const tickets = can('tickets.open')
  // Under a thumb this bar would lie over that of a form.
  if (!editable || !(write || tickets || more.length)) return undefined
  return (
    <>
      {write && (
        <Button ref={edit} leftSection={<IconPencil />} onClick={() => dialog.show(id)}>
          Modifica
        </Button>
      )}
      {tickets && (
        <LinkButton to="/tickets/$slug/{-$id}" params={{ slug: 'nuovo', id: undefined }} search={{ pv: id }} variant="default">
          Apri ticket
        </LinkButton>
      )}
      <MoreButton actions={more} />
    </>
  )
}
