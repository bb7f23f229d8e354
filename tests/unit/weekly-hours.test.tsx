// @vitest-environment jsdom
import '../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { WeeklyHours } from '../../src/features/stations/WeeklyHours.tsx'
import { LATE_CLOSE, OVERLAP, type WeekdayHours } from '../../src/rules/stations/opening-hours.ts'
import { renderUi } from '../render.tsx'

let value: WeekdayHours[]
function Editor({ start, days = 7, errors }: { start: WeekdayHours[]; days?: 7 | 8; errors?: Record<string, string> }) {
  const [rows, setRows] = useState(start)
  value = rows
  return <WeeklyHours value={rows} onChange={setRows} days={days} {...(errors && { errors })} />
}
const field = (day: string) => screen.getByLabelText<HTMLInputElement>(day)
const texts = () => ['Lunedì', 'Martedì', 'Mercoledì', 'Giovedì', 'Venerdì', 'Sabato', 'Domenica'].map((day) => field(day).value)
const copy = async (day: string, where: string) => {
  await userEvent.click(screen.getByRole('button', { name: `Copia gli orari: ${day}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: where }))
}

it('a day is entered as people write it, and the text stays until the field is left', async () => {
  renderUi(<Editor start={[]} />)
  await userEvent.type(field('Lunedì'), '8-12.30 15-19')
  expect(field('Lunedì').value).toBe('8-12.30 15-19')
  await userEvent.tab()
  expect(field('Lunedì').value).toBe('08:00–12:30, 15:00–19:00')
  expect(value).toEqual([{ weekday: 1, open1: '08:00', close1: '12:30', open2: '15:00', close2: '19:00', closed: false, h24: false }])
  await userEvent.clear(field('Lunedì'))
  expect(value).toEqual([])
})
it('a day is copied to all or to the working days, and other values of the rows stay', async () => {
  renderUi(<Editor start={[{ weekday: 1, open1: '07:00', close1: '20:00' }, { weekday: 6, closed: true, id: 66 } as WeekdayHours]} />)
  await copy('Lunedì', 'Copia da lunedì a venerdì')
  expect(texts()).toEqual([...Array(5).fill('07:00–20:00'), 'Chiuso', ''])
  await copy('Sabato', 'Copia su tutti i giorni')
  expect(texts()).toEqual(Array(7).fill('Chiuso'))
  expect(value[5]).toMatchObject({ weekday: 6, id: 66, closed: true })
  expect(value[6]).not.toHaveProperty('id')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copia gli orari: Sabato' })))
})
it('a day without hours cannot be copied', () => {
  renderUi(<Editor start={[]} />)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Copia gli orari: Lunedì' }).disabled).toBe(true)
})
it('an error appears under its day when the field is left, and the input stays', async () => {
  renderUi(<Editor start={[]} />)
  await userEvent.type(field('Lunedì'), '19-8')
  expect(screen.queryByText(LATE_CLOSE)).toBeNull()
  await userEvent.tab()
  expect(screen.getByText(LATE_CLOSE)).toBeTruthy()
  await userEvent.type(field('Martedì'), '8-13 12-19')
  await userEvent.tab()
  expect(screen.getByText(OVERLAP)).toBeTruthy()
  await userEvent.type(field('Mercoledì'), 'mattina')
  await userEvent.tab()
  expect(screen.getByText(/Orario non leggibile/)).toBeTruthy()
  expect(texts().slice(0, 3)).toEqual(['19:00–08:00', '08:00–13:00, 12:00–19:00', 'mattina'])
})
it('a server error appears under its day', () => {
  renderUi(
    <Editor
      start={[
        { weekday: 2, h24: true },
        { weekday: 4, closed: true },
      ]}
      errors={{ '1.weekday': 'Non va.' }}
    />,
  )
  expect(field('Giovedì').getAttribute('aria-describedby')).toBe(screen.getByText('Non va.').id)
})
it('hours can be chosen without typing, those of other days first; with holidays there are eight days', async () => {
  renderUi(<Editor start={[{ weekday: 1, open1: '05:00', close1: '21:30' }]} days={8} />)
  await userEvent.click(field('Festivi'))
  const list = await screen.findByRole('listbox')
  expect(
    within(list)
      .getAllByRole('option')
      .map(({ textContent }) => textContent)[0],
  ).toBe('05:00–21:30')
  await userEvent.click(within(list).getByText('24 ore'))
  expect(value[1]).toMatchObject({ weekday: 8, h24: true })
  await userEvent.type(field('Sabato'), '{ArrowDown}{Enter}')
  expect(value.find(({ weekday }) => weekday === 6)).toMatchObject({ open1: '05:00', close1: '21:30' })
})
