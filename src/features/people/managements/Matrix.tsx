import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Output } from '../../../contract/kernel/endpoint.ts'
import { managementObligations } from '../../../contract/people/management-obligations.ts'
import { obligationStatuses } from '../../../contract/people/managements.ts'
import { obligationCategories, obligations } from '../../../contract/people/obligations.ts'
import { stations } from '../../../contract/stations/stations.ts'
import type { Columns } from '../../../crud/list/columns.ts'
import { anyOf, related } from '../../../crud/list/filters.tsx'
import { useListState } from '../../../crud/list/list-search.ts'
import { PagedTable } from '../../../crud/list/PagedTable.tsx'
import { day } from '../../../lib/format.ts'
import { query } from '../../../lib/query.ts'
import { obligationChip } from '../../../rules/people/management-states.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconListCheck } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { CardLines } from '../managers/CardLines.tsx'
import { managementLink, nameOf, placeOf } from '../managers/words.ts'
import classes from './Matrix.module.css'
import { ObligationCards } from './ObligationCards.tsx'

type Row = Output<typeof managementObligations.matrix>['data'][number]
const filters = {
  station_id: related('Punto vendita', stations.suggest, ({ code, name }) => `${code} ${name}`),
  category: anyOf('Categoria', obligationCategories),
  status: anyOf('Stato', obligationStatuses),
}
const late = ({ cells }: Row) => cells.filter(({ status }) => status === 'scaduto').length
const soon = ({ cells }: Row) => cells.filter(({ status }) => status === 'in_scadenza').length

const tally = (row: Row) =>
  [late(row) && (late(row) === 1 ? '1 scaduto' : `${late(row)} scaduti`), soon(row) && `${soon(row)} in scadenza`]
    .filter(Boolean)
    .join(' · ') || (row.cells.length ? 'Niente in scadenza' : 'Nessun obbligo')
/** On a phone a card says how many are late; which ones stands on the record. */
const onPhone: Columns<Row> = {
  'Punto vendita': { show: (row) => placeOf(row.station), sort: 'station' },
  Gestore: { show: (row) => <CardLines lines={[nameOf(row.manager), tally(row)]} />, text: (row) => nameOf(row.manager), sort: 'manager' },
}

/** Managements by obligations: each cell is a state, and opens what was done and when. */
export function Matrix() {
  const list = useListState(managementObligations.matrix)
  const { data: catalogue } = useQuery(query(obligations.list, {}))
  const phone = usePhone()
  const [opened, setOpened] = useState<{ row: Row; obligation: number }>()
  if (!catalogue) return <LoadingRows />
  const chosen = (list.search as { category?: string[] }).category
  const shown = catalogue.filter(({ active, category }) => active && (!chosen?.length || chosen.includes(category)))
  return (
    <>
      <div className={classes.matrix}>
        <PagedTable
          {...list}
          filters={filters as never}
          link={({ id }) => ({ ...managementLink(id), search: { gestione: id, scheda: 'obblighi' } })}
          empty={<EmptyState icon={IconListCheck} message="Nessuna gestione in corso." />}
          columns={
            phone
              ? onPhone
              : {
                  'Punto vendita': { show: (row) => placeOf(row.station), sort: 'station', width: 13 },
                  Gestore: { show: (row) => nameOf(row.manager), sort: 'manager', width: 10 },
                  Scaduti: { show: (row) => late(row), numeric: true, width: 5 },
                  'In scadenza': { show: (row) => soon(row), numeric: true, width: 6 },
                  ...Object.fromEntries(
                    shown.map(({ id, name }) => [
                      name,
                      {
                        width: 10,
                        text: (row: Row) => {
                          const cell = row.cells.find(({ obligation_id }) => obligation_id === id)
                          return cell ? obligationStatuses[cell.status] : '–'
                        },
                        show: (row: Row) => {
                          const cell = row.cells.find(({ obligation_id }) => obligation_id === id)
                          if (!cell) return '–'
                          const until = cell.due_date ? `, ${day(cell.due_date)}` : ''
                          return (
                            <UnstyledButton
                              aria-label={`${name}, ${placeOf(row.station)}: ${obligationStatuses[cell.status]}${until}`}
                              onClick={() => setOpened({ row, obligation: id })}
                            >
                              <StatusChip {...obligationChip(cell.status)} />
                            </UnstyledButton>
                          )
                        },
                      },
                    ]),
                  ),
                }
          }
        />
      </div>
      {opened && <Cell {...opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function Cell({ row, obligation, onClose }: { row: Row; obligation: number; onClose: () => void }) {
  const { data } = useQuery(query(managementObligations.list, { management_id: [row.id] }))
  const found = data?.filter(({ obligation_id }) => obligation_id === obligation)
  return (
    <Dialog opened onClose={onClose} title={`${placeOf(row.station)}, ${nameOf(row.manager)}`} size="lg">
      {found ? <ObligationCards rows={found} /> : <LoadingRows />}
    </Dialog>
  )
}
