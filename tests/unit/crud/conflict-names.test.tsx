// @vitest-environment jsdom
import '../../setup-dom.ts'
import { Select } from '@mantine/core'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { crud } from '../../../src/contract/kernel/crud.ts'
import { resource } from '../../../src/contract/kernel/endpoint.ts'
import { optional, reference } from '../../../src/contract/kernel/fields.ts'
import { RecordForm } from '../../../src/crud/form/RecordForm.tsx'
import { useRecordForm } from '../../../src/crud/form/use-record-form.ts'
import { onePage } from '../one-page.tsx'
import { rights } from '../things.ts'

const pumps = resource(
  'things' as never,
  crud('/things', {
    fields: {
      fuel_id: reference('Carburante'),
      device_id: optional(reference('Dispositivo')),
      station_id: optional(reference('Punto vendita')),
    },
    ok: ['', '', ''],
    ...rights,
  }),
)
const options = (...names: string[]) => names.map((label, at) => ({ value: String(at + 1), label }))
// The station has no id of its own in the row.
const row = { id: 1, rev: 4, fuel_id: 1, fuel: { id: 1, name: 'Benzina' }, device_id: 1, station: { id: 7, code: 'PV007', name: 'Sette' } }
function Pump() {
  const { field, form } = useRecordForm(pumps, row as never, { fuel_id: null, device_id: null, station_id: null }, () => {})
  const select = (name: 'fuel_id' | 'device_id', names: string[]) => {
    const { defaultValue, onChange, ...props } = field(name)
    return <Select {...props} data={options(...names)} defaultValue={String(defaultValue)} onChange={(id) => onChange(Number(id))} />
  }
  return (
    <RecordForm form={form} onCancel={() => {}}>
      {select('fuel_id', ['Benzina', 'Gasolio', 'GPL'])}
      {select('device_id', ['Cassa', 'Totem', 'PC'])}
    </RecordForm>
  )
}
test('what is referred to is told by its name: mine as the field shows it, theirs as it stands in the row; a row without the id itself loses nothing', async () => {
  const sent: any[] = []
  await onePage(Pump, {
    answers: {
      'PUT /things/1': ({ body }) => {
        sent.push(body)
        const now = { ...row, rev: 9, fuel_id: 2, fuel: { id: 2, name: 'Gasolio' }, device_id: 2 }
        return sent.length > 1
          ? { ...now, ...body, rev: 10 }
          : Response.json({ error: 'Vecchio.', code: 'stale', data: now }, { status: 409 })
      },
    },
  })
  for (const [field, name] of [
    ['Carburante', 'GPL'],
    ['Dispositivo', 'PC'],
  ] as const) {
    await userEvent.click(screen.getByRole('combobox', { name: field }))
    await userEvent.click(await screen.findByRole('option', { name }))
  }
  fireEvent.click(screen.getByRole('button', { name: 'Salva' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Modificato da un altro utente' }))
  const said = dialog.getAllByRole('radio').map((one) => (one as HTMLInputElement).labels![0]!.textContent)
  expect(said).toEqual([
    'Usa il mio valore: GPL',
    'Usa quello dell’ufficio: Gasolio',
    'Usa il mio valore: PC',
    'Usa quello dell’ufficio: n. 2',
  ])
  expect(dialog.queryByText(/Presi dal server/), 'the station is as it was').toBeNull()
  for (const mine of dialog.getAllByRole('radio', { name: /^Usa il mio valore/ })) fireEvent.click(mine)
  fireEvent.click(dialog.getByRole('button', { name: 'Salva' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ fuel_id: 3, device_id: 3, station_id: 7, rev: 9 })
})
