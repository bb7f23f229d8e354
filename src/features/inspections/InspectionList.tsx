import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { INSPECTION_STATUSES, type InspectionRow, inspections } from '../../contract/inspections/inspections.ts'
import { OUTCOMES } from '../../contract/inspections/labels.ts'
import { inspectionModels } from '../../contract/inspections/models.ts'
import { provinces } from '../../contract/kernel/provinces.ts'
import { users } from '../../contract/people/users.ts'
import { stations } from '../../contract/stations/stations.ts'
import { download } from '../../crud/import/download.ts'
import { textColumn } from '../../crud/list/columns.ts'
import { anyOf, anyOfMany, related, yesNo } from '../../crud/list/filters.tsx'
import { useListState } from '../../crud/list/list-search.ts'
import { PagedTable } from '../../crud/list/PagedTable.tsx'
import { period } from '../../crud/list/period.tsx'
import { mayKeep } from '../../lib/kept-reads.ts'
import { notify } from '../../lib/notify.ts'
import { useCan, useMe } from '../../lib/session.ts'
import { decideAction, isOpen } from '../../rules/inspections/actions.ts'
import { inspectionColumns as words } from '../../rules/inspections/columns.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconClipboardText, IconDownload, IconPencil, IconPin, IconSearch } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { InspectionState } from './InspectionState.tsx'
import { inspectionLink } from './inspection-link.ts'
import { pinStation } from './prepare-offline.ts'
import { useRecordActions } from './use-record-actions.tsx'
import { useDeviceWork } from './use-saved-state.ts'
import { actionSubject, outcomeTone, shortOutcome } from './words.ts'

const byStation = related('Punto vendita', stations.suggest, ({ code, name }) => `${code} ${name}`)
const byModel = related('Modello', inspectionModels.suggest, ({ name }) => name)
const byInspector = related('Ispettore', users.suggest, ({ name }) => name)

const byProvince = anyOfMany('Provincia', Object.fromEntries([...provinces].map(([sign, { name }]) => [sign, `${name} (${sign})`])))

/** Taken off again where all of them stand ("Dati sul dispositivo"). */
const keepStation = ({ station: { id, code } }: InspectionRow) =>
  pinStation(id, true).then(
    () => notify.success(`${code} resta su questo dispositivo.`),
    (error: Error) => notify.error(error.message),
  )

/** The verifiche the server knows, as far as the person may see them. */
export function InspectionList({ layouts }: { layouts?: ReactNode }) {
  const can = useCan()
  const me = useMe()
  const mine = (row: InspectionRow) => decideAction('fill', actionSubject(row), me) === 'yes'
  const others = can('insp.approve')
  const router = useRouter()
  const { actionsOf, question } = useRecordActions()
  const held = useDeviceWork()
  const keeps = can('insp') && mayKeep('field', inspectionModels.offline)
  const pdf = useMutation({ mutationFn: (id: number) => download(inspections.pdf, { id }) })
  const begin = (
    <LinkButton to="/verifiche" search={{ nuova: 'avvia' }}>
      Nuova verifica
    </LinkButton>
  )
  return (
    <>
      <PagedTable
        {...useListState(inspections.list)}
        columns={{
          Numero: { ...textColumn(words.Numero), sort: 'number', width: 9.8 },
          'Punto vendita': { ...textColumn(words['Punto vendita']), sort: 'station', card: 'place' },
          Data: { ...textColumn(words.Data), sort: 'date', width: 6.1, card: 'foot' },
          Modello: { ...textColumn(words.Modello), sort: 'model', spare: 2, card: 'foot' },
          // An inspector sees only his own.
          ...(others && { Ispettore: { ...textColumn(words.Ispettore), sort: 'inspector', spare: 1, card: 'foot' } }),
          Esito: {
            ...words.Esito,
            show: (row) => row.outcome && <StatusChip tone={outcomeTone[row.outcome]} label={shortOutcome(row.outcome)} />,
            sort: 'outcome',
            width: 11.2,
            card: 'chip',
          },
          Punteggio: { ...textColumn(words.Punteggio), sort: 'score', spare: 3, card: 'none' },
          'NC (L/G/C)': { ...textColumn(words['NC (L/G/C)']), width: 6, spare: 4, card: 'none' },
          Stato: {
            ...words.Stato,
            show: (row) => <InspectionState status={row.status} work={held?.get(row.client_uuid)} />,
            sort: 'status',
            width: 11.75,
            card: 'chip',
          },
        }}
        filters={{
          status: anyOf('Stato', INSPECTION_STATUSES),
          outcome: anyOf('Esito', OUTCOMES),
          station_id: byStation,
          ...(can('insp') && { model_id: byModel }),
          ...(can('super') && { inspector_id: byInspector }),
          province: byProvince,
          from: period('Periodo', 'to', { ahead: true }),
          with_open_nc: yesNo('Con NC aperte'),
        }}
        layouts={layouts}
        link={inspectionLink}
        actions={(row) => [
          {
            // A verifica that another person fills in can only be read.
            ...(mine(row) ? { label: 'Continua', icon: IconPencil } : { label: 'Apri', icon: IconSearch }),
            onSelect: () => router.navigate(inspectionLink(row)),
          },
          // The copy on a device may be newer than this row, so it is cancelled and deleted where it is open.
          ...(isOpen(row)
            ? keeps && mine(row)
              ? [{ label: 'Fissa il punto vendita', icon: IconPin, onSelect: () => void keepStation(row) }]
              : []
            : [
                ...(row.model_version === null ? [] : [{ label: 'PDF', icon: IconDownload, onSelect: () => pdf.mutate(row.id) }]),
                ...actionsOf(row),
              ]),
        ]}
        empty={
          <EmptyState
            icon={IconClipboardText}
            message={
              can('insp') ? 'Nessuna verifica. Avvia la prima verifica.' : 'Qui compaiono le verifiche concluse dei tuoi punti vendita.'
            }
            action={can('insp') && begin}
          />
        }
      />
      {question}
    </>
  )
}
