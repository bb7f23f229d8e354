import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { customers } from '../../../contract/cards/customers.ts'
import { customerKinds } from '../../../contract/cards/words.ts'
import { provinces } from '../../../contract/kernel/provinces.ts'
import { stations } from '../../../contract/stations/stations.ts'
import { CrudList } from '../../../crud/list/CrudList.tsx'
import { textColumn } from '../../../crud/list/columns.ts'
import { recordRoute } from '../../../crud/list/crud-route.ts'
import { anyOf, anyOfMany, related, yesNo } from '../../../crud/list/filters.tsx'
import { recordLoader } from '../../../crud/list/list-loader.ts'
import { period } from '../../../crud/list/period.tsx'
import { customerColumns as words } from '../../../rules/cards/customer-columns.ts'
import { IconUsers as icon } from '../../../ui/icons.tsx'
import { part } from '../../../ui/part.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { customerStatus } from './customer-status.ts'
import { DuplicatesButton } from './DuplicatesButton.tsx'

export const Route = createFileRoute('/_signed/carte/clienti/{-$id}')({
  ...recordRoute<typeof customers.list>('cards.read'),
  loader: recordLoader(customers),
  component: CustomersPage,
})

const page = { title: 'Clienti tessere', fresh: 'Nuovo cliente', thing: 'il cliente', none: 'Nessun cliente.', icon } as const
const RangeButton = part(() => import('./RangeButton.tsx').then((m) => m.RangeButton))
const RangeDialog = part(() => import('./RangeButton.tsx').then((m) => m.RangeDialog))
const DuplicatesDialog = part(() => import('./DuplicatesDialog.tsx').then((m) => m.DuplicatesDialog))
const CustomerForm = part(() => import('./CustomerForm.tsx').then((m) => m.CustomerForm))
const CustomerShow = part(() => import('./CustomerShow.tsx').then((m) => m.CustomerShow))
const provinceNames = Object.fromEntries([...provinces].map(([sign, { name }]) => [sign, `${name} (${sign})`]))

function CustomersPage() {
  const { id } = Route.useParams()
  // Here and not in their buttons: on a phone these are gone with the sheet that they are pressed in.
  const [dialog, setDialog] = useState<'duplicates' | 'range'>()
  const close = () => setDialog(undefined)
  return id ? (
    <CustomerShow key={id} id={id} words={page} />
  ) : (
    <>
      <CrudList
        resource={customers}
        words={page}
        form={CustomerForm}
        buttons={
          <>
            <DuplicatesButton onOpen={() => setDialog('duplicates')} />
            <RangeButton onOpen={() => setDialog('range')} />
          </>
        }
        link={({ id }) => ({ to: '/carte/clienti/{-$id}', params: { id } })}
        filters={{
          active: yesNo('Attivo'),
          kind: anyOf('Tipo', customerKinds),
          station_id: related('Punto vendita', stations.suggest, ({ code, name }) => `${code} ${name}`),
          province: anyOfMany('Provincia', provinceNames),
          has_cards: yesNo('Con tessere'),
          portal_enabled: yesNo('Portale attivo'),
          sync_error: yesNo('Errore di sincronizzazione'),
          from: period('Creato', 'to'),
        }}
        columns={{
          Codice: {
            ...words.Codice,
            show: ({ code }) => code,
            sort: 'code',
            width: 5,
            card: 'foot',
            onCard: ({ code }) => `Codice ${code}`,
          },
          Denominazione: { ...textColumn(words.Denominazione), sort: 'name', title: true },
          'P.IVA/CF': { ...textColumn(words['P.IVA/CF']), width: 10.5, card: 'place' },
          Città: { ...textColumn(words.Città), sort: 'city', spare: 1, card: 'foot' },
          Tessere: { ...textColumn(words.Tessere), width: 7.5, card: 'chip', onCard: (row) => `Tessere: ${words.Tessere.text(row)}` },
          Stato: { ...words.Stato, show: (row) => <StatusChip {...customerStatus(row)} />, width: 8.5, card: 'chip' },
          Portale: { ...textColumn(words.Portale), width: 5, spare: 3, card: 'none' },
          Sincronizzato: { ...textColumn(words.Sincronizzato), width: 9, spare: 2, card: 'none' },
        }}
      />
      {dialog === 'duplicates' && <DuplicatesDialog onClose={close} />}
      {dialog === 'range' && <RangeDialog onClose={close} />}
    </>
  )
}
