import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { managerStatuses, managers } from '../../../contract/people/managers.ts'
import { personData } from '../../../contract/people/person-data.ts'
import { Facts } from '../../../crud/record/Facts.tsx'
import { RecordPage } from '../../../crud/record/RecordPage.tsx'
import { peopleHistory } from '../../../rules/people/history.ts'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { part } from '../../../ui/part.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { RevealButton, type Revealed } from './Personal.tsx'
import { type Manager, managerWords, nameOf, placeOf } from './words.ts'

const DataRights = part(() => import('../../../crud/record/DataRights.tsx').then((m) => m.DataRights))
const loading = <LoadingRows />
const AccountPanel = part(() => import('./AccountPanel.tsx').then((m) => m.AccountPanel), loading)
const EmployeeList = part(() => import('./EmployeeList.tsx').then((m) => m.EmployeeList), loading)
const ManagementList = part(() => import('../managements/ManagementList.tsx').then((m) => m.ManagementList), loading)
const ManagerDocuments = part(() => import('./ManagerDocuments.tsx').then((m) => m.ManagerDocuments), loading)
const ManagerForm = part(() => import('./ManagerForm.tsx').then((m) => m.ManagerForm))
const history = { manager: peopleHistory.manager }

/** A manager: data, documents, managements, employees, and whether the account is as it should be. */
export const ManagerShow = ({ id }: { id: number }) => (
  <RecordPage
    {...{ id, words: managerWords, form: ManagerForm as never }}
    resource={managers}
    gone="Gestore non trovato"
    history={history}
    nameOf={nameOf}
    head={(one) => ({
      chip: <StatusChip tone={one.status === 'with' ? 'ok' : 'neutral'} label={managerStatuses[one.status]} />,
      subtitle: one.stations.map(placeOf).join(', '),
      related: one.stations.map((station) => ({
        label: placeOf(station),
        link: { to: '/stazioni/$id', params: { id: String(station.id) } },
      })),
    })}
    tabs={(one) => ({
      dati: { label: 'Dati', show: <Data record={one} /> },
      documenti: { label: 'Documenti', count: one.documents.length, show: <ManagerDocuments record={one} /> },
      gestioni: { label: 'Gestioni', show: <ManagementList manager={one.id} /> },
      dipendenti: {
        label: 'Dipendenti stazione',
        show: <EmployeeList manager={one.id} {...(one.stations.length === 1 && { place: one.stations[0]! })} />,
      },
      account: { label: 'Verifica account', policy: 'mgmt.write', show: <AccountPanel manager={one} /> },
    })}
  />
)

function Data({ record }: { record: Manager }) {
  const [shown, setShown] = useState<Revealed>()
  const navigate = useNavigate()
  return (
    <Stack gap="md">
      <Facts resource={managers as never} record={{ ...record, ...shown } as never} without={['name', 'lastname'] as never} />
      {!shown && !record.own && (
        <div>
          <RevealButton kind="managers" id={record.id} onShown={setShown} />
        </div>
      )}
      <DataRights
        {...{ id: record.id, archive: personData.manager, erase: personData.eraseManager }}
        of="del gestore"
        lost={`I dati di ${nameOf(record)} vengono cancellati dalla scheda, dallo storico, dalle scadenze e dai documenti, salvo quelli da conservare per il motivo scelto. Anche l’account viene eliminato, se ha il solo ruolo di gestore.`}
        resource="managers"
        onErased={() => navigate({ to: '/stazioni/manager/{-$id}', params: { id: undefined }, replace: true })}
      />
    </Stack>
  )
}
