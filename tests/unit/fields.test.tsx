// @vitest-environment jsdom
import '../setup-dom.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import * as v from 'valibot'
import { describe, expect, it, test, vi } from 'vitest'
import { money } from '../../src/contract/kernel/fields.ts'
import { euro } from '../../src/lib/format.ts'
import { DateField } from '../../src/ui/DateField.tsx'
import { NumberField } from '../../src/ui/NumberField.tsx'
import { TimeField } from '../../src/ui/TimeField.tsx'
import { renderUi } from '../render.tsx'

function Price({ start = null, seen }: { start?: number | null; seen: (value: number | null) => void }) {
  const [value, setValue] = useState<number | null>(start)
  return (
    <>
      <NumberField
        label="Prezzo"
        decimals={3}
        value={value}
        onChange={(next) => {
          setValue(next)
          seen(next)
        }}
      />
      <button type="button" onClick={() => setValue(2)}>
        due
      </button>
    </>
  )
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

it.each(['1.789', '1,789', '€ 1,789'])('a price of %s, typed or pasted, is 1,789', async (text) => {
  const seen = vi.fn()
  renderUi(<Price seen={seen} />)
  await userEvent.type(box('Prezzo'), text)
  expect(seen).toHaveBeenLastCalledWith(1.789)
  await userEvent.clear(box('Prezzo'))
  expect(seen).toHaveBeenLastCalledWith(null)
  await userEvent.paste(text)
  expect(seen).toHaveBeenLastCalledWith(1.789)
  await userEvent.tab()
  expect(box('Prezzo').value).toBe('1,789')
})

test('an id has no marks between its thousands, read with them or without', async () => {
  const seen = vi.fn()
  renderUi(<NumberField label="ID" decimals="none" defaultValue={900_001} onChange={(value) => seen(value)} />)
  expect(box('ID').value).toBe('900001')
  await userEvent.clear(box('ID'))
  await userEvent.paste('900.002')
  await userEvent.tab()
  expect(seen).toHaveBeenLastCalledWith(900_002)
  expect(box('ID').value).toBe('900002')
})

function Automatic({ start, seen }: { start: 'zero' | 'empty'; seen: (value: number | null) => void }) {
  const [value, setValue] = useState<number | null>(start === 'zero' ? 0 : null)
  const change = (next: number | null) => {
    setValue(next)
    seen(next)
  }
  return <NumberField label="Totem" decimals={start === 'zero' ? 2 : 3} automatic={start} value={value} onChange={change} />
}
describe('automatic decimals', () => {
  it.each([
    ['1789', '1,789', 1.789],
    ['5', '0,005', 0.005],
    ['12345', '12,345', 12.345],
    ['-1789', '-1,789', -1.789],
    ['1,85', '1,85', 1.85],
    ['1.85', '1,85', 1.85],
    ['1789{Backspace}', '0,178', 0.178],
    ['5{Backspace}', '', null],
    ['0', '', null],
  ])('of a price typed as %s', async (keys, shown, value) => {
    const seen = vi.fn()
    renderUi(<Automatic start="empty" seen={seen} />)
    expect(box('Totem').value).toBe('')
    await userEvent.type(box('Totem'), keys)
    expect(box('Totem').value).toBe(shown)
    expect(seen).toHaveBeenLastCalledWith(value)
  })
  it('a pasted number keeps its own; a sum of money nobody touched is 0, and is 0 again when it is emptied', async () => {
    const seen = vi.fn()
    renderUi(<Automatic start="zero" seen={seen} />)
    expect(box('Totem').value).toBe('0,00')
    await userEvent.type(box('Totem'), '1234')
    expect(seen).toHaveBeenLastCalledWith(12.34)
    await userEvent.clear(box('Totem'))
    expect(seen).toHaveBeenLastCalledWith(0)
    await userEvent.paste('1.234,5')
    expect(seen).toHaveBeenLastCalledWith(1234.5)
    await userEvent.tab()
    expect(box('Totem').value).toBe('1.234,50')
  })
})
it('a digit typed over what is selected begins anew; a text that is no number says so, with an example', async () => {
  const seen = vi.fn()
  renderUi(<NumberField label="Prezzo" decimals={3} automatic="zero" defaultValue={1.5} onChange={(value) => seen(value)} />)
  await userEvent.tab()
  box('Prezzo').setSelectionRange(0, 5)
  await userEvent.keyboard('2')
  expect(box('Prezzo').value).toBe('0,002')
  await userEvent.keyboard('959')
  expect(seen).toHaveBeenLastCalledWith(2.959)
  await userEvent.clear(box('Prezzo'))
  await userEvent.paste('due')
  await userEvent.tab()
  expect(screen.getByText('Numero non valido. Esempio: 1,789')).toBeTruthy()
})
it('four figures pasted into a fuel price are thousandths; a sum of money keeps them', async () => {
  renderUi(
    <>
      <NumberField label="Prezzo" decimals={3} automatic="empty" />
      <NumberField label="Costo" automatic="empty" />
    </>,
  )
  for (const [label, text, shown] of [
    ['Prezzo', '1779', '1,779'],
    ['Prezzo', ' 1719\n', '1,719'],
    ['Prezzo', '1.745', '1,745'],
    ['Costo', '1779', '1.779,00'],
  ] as const) {
    await userEvent.clear(box(label))
    await userEvent.click(box(label))
    await userEvent.paste(text)
    await userEvent.tab()
    expect(box(label).value, text).toBe(shown)
  }
})
it('a box that was left before its text could be selected is left alone: `select` would take the focus back', async () => {
  const selected = vi.spyOn(HTMLInputElement.prototype, 'select')
  renderUi(
    <>
      <NumberField label="Totem" decimals={3} automatic="empty" defaultValue={1.5} />
      <NumberField label="Erogatore" decimals={3} automatic="empty" defaultValue={1.6} />
    </>,
  )
  act(() => {
    box('Totem').focus()
    box('Erogatore').focus()
  })
  await waitFor(() => expect(selected.mock.contexts).toEqual([box('Erogatore')]))
  selected.mockRestore()
})
test.each([
  [[1.789], '1,789\u00a0€'],
  [[12_345.6, 2], '12.345,60\u00a0€'],
  [[-0.5], '-0,500\u00a0€'],
])('euro of %j is %s: three decimals unless told', (input, shown) => expect(euro(...(input as [number, number?]))).toBe(shown))

it('asks when a value has two meanings, and saves neither before', async () => {
  const seen = vi.fn()
  renderUi(<Price seen={seen} />)
  await userEvent.click(box('Prezzo'))
  await userEvent.paste('12.789')
  expect(seen).toHaveBeenLastCalledWith(Number.NaN)
  await userEvent.click(screen.getByRole('button', { name: '12.789,000' }))
  expect(seen).toHaveBeenLastCalledWith(12_789)
  expect(screen.queryByText('Quale valore?')).toBeNull()
})

it('of a refused value with two meanings the box says what to do, in the words of the screen', async () => {
  const wrong = v.safeParse(money('Costo (€)'), Number.NaN).issues?.[0]?.message
  expect(wrong).toBe('Il campo Costo (€) può contenere solo numeri.')
  renderUi(<NumberField label="Costo" decimals={3} error={wrong} />)
  await userEvent.click(box('Costo'))
  await userEvent.paste('12.789')
  screen.getByText('Scegli uno dei valori.')
  await userEvent.click(screen.getByRole('button', { name: '12.789,000' }))
  expect(screen.queryByText('Scegli uno dei valori.')).toBeNull()
})

it('keeps what it cannot read, says so, and follows the value from outside', async () => {
  renderUi(<Price start={1.5} seen={() => {}} />)
  expect(box('Prezzo').value).toBe('1,500')
  await userEvent.clear(box('Prezzo'))
  await userEvent.type(box('Prezzo'), '1,7895')
  await userEvent.tab()
  expect(box('Prezzo').value).toBe('1,7895')
  expect(screen.getByText('Al massimo 3 decimali.')).toBeTruthy()
  expect(box('Prezzo').getAttribute('aria-invalid')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'due' }))
  expect(box('Prezzo').value).toBe('2,000')
})

it('works uncontrolled, with two decimals and negatives', async () => {
  const seen = vi.fn()
  renderUi(<NumberField label="Importo" defaultValue={0} onChange={(value) => seen(value)} />)
  expect(box('Importo').value).toBe('0,00')
  await userEvent.clear(box('Importo'))
  await userEvent.type(box('Importo'), '-1.234,5')
  await userEvent.tab()
  expect(seen).toHaveBeenLastCalledWith(-1234.5)
  expect(box('Importo').value).toBe('-1.234,50')
})

it('03/04/2026 is 3 April, on the first edit and on every other', async () => {
  const seen = vi.fn()
  renderUi(<DateField label="Data" onChange={seen} />)
  for (const [text, iso] of [
    ['03/04/2026', '2026-04-03'],
    ['12/04/2026', '2026-04-12'],
    ['04/12/26', '2026-12-04'],
    ['03042026', '2026-04-03'],
  ]) {
    await userEvent.clear(box('Data'))
    await userEvent.type(box('Data'), text!)
    await userEvent.tab()
    expect(seen).toHaveBeenLastCalledWith(iso)
    expect(box('Data').value).toBe(`${iso!.slice(8)}/${iso!.slice(5, 7)}/${iso!.slice(0, 4)}`)
    await userEvent.click(box('Data'))
  }
})

it('a day that does not exist stays as typed and is complained of', async () => {
  const seen = vi.fn()
  renderUi(<DateField label="Data" onChange={seen} />)
  await userEvent.type(box('Data'), '31/02/2026')
  await userEvent.tab()
  expect(seen).toHaveBeenLastCalledWith('31/02/2026')
  expect(screen.getByText('Data non valida: scrivere giorno/mese/anno.')).toBeTruthy()
})

it('takes the day that the calendar of the device gives', () => {
  const seen = vi.fn()
  const { container } = renderUi(<DateField label="Data" defaultValue="2026-11-21" onChange={seen} />)
  const native = container.querySelector('input[type=date]') as HTMLInputElement
  expect(native.value).toBe('2026-11-21')
  fireEvent.change(native, { target: { value: '2026-04-03' } })
  expect(seen).toHaveBeenLastCalledWith('2026-04-03')
  expect(box('Data').value).toBe('03/04/2026')
})

it('930 is half past nine', async () => {
  const seen = vi.fn()
  renderUi(<TimeField label="Ora" defaultValue="" onChange={seen} />)
  expect(document.body.textContent, 'an empty time is no error').not.toContain('Ora non valida')
  await userEvent.type(box('Ora'), '930')
  await userEvent.tab()
  expect(seen).toHaveBeenLastCalledWith('09:30')
  expect(box('Ora').value).toBe('09:30')
})

test('a filter that takes whole dates alone lets one type; what is no date stays with its error, and the filter as it was', async () => {
  const seen = vi.fn()
  function From() {
    const [day, setDay] = useState('2026-11-01')
    const take = (next: string | null) => {
      if (!next || !/^\d{4}-\d\d-\d\d$/.test(next)) return
      setDay(next)
      seen(next)
    }
    return (
      <>
        <DateField label="Dal" value={day} onChange={take} />
        <button type="button" onClick={() => setDay('2026-01-01')}>
          gennaio
        </button>
      </>
    )
  }
  renderUi(<From />)
  expect(box('Dal').value).toBe('01/11/2026')
  await userEvent.clear(box('Dal'))
  await userEvent.type(box('Dal'), '05/10/2026')
  expect(box('Dal').value).toBe('05/10/2026')
  expect(seen).toHaveBeenLastCalledWith('2026-10-05')
  await userEvent.clear(box('Dal'))
  await userEvent.type(box('Dal'), '31/02/2026')
  await userEvent.tab()
  expect(box('Dal').value).toBe('31/02/2026')
  expect(box('Dal').getAttribute('aria-invalid')).toBe('true')
  expect(seen).toHaveBeenLastCalledWith('2026-10-05')
  fireEvent.click(screen.getByRole('button', { name: 'gennaio' }))
  expect(box('Dal').value).toBe('01/01/2026')
  await userEvent.clear(box('Dal'))
  await userEvent.tab()
  expect(box('Dal').value, 'what was emptied and not taken comes back').toBe('01/01/2026')
})
