// @vitest-environment jsdom
import '../../setup-dom.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Answer, AnswerValue } from '../../../src/contract/inspections/answers.ts'
import { ReadAnswer } from '../../../src/features/inspections/ReadAnswer.tsx'
import { queryClient } from '../../../src/lib/query.ts'
import type { QuestionResult } from '../../../src/rules/inspections/evaluate.ts'
import { renderUi } from '../../render.tsx'

afterEach(() => vi.unstubAllGlobals())
const uuid = '0b7e1f80-58c1-4d6a-9a6e-000000000001'
const station = { facts: { services: [], fuels: [] }, equipment: {}, prices: [{ fuel_id: 1, fuel: 'Benzina', mode: 'self', price: 1.799 }] }
const shown = (question: object, value: AnswerValue, answer: Partial<Answer> = {}) => {
  const result = { question: { label: 'Domanda', ...question }, key: 'q_1', value, answer: { v: value, ...answer }, nc: null }
  renderUi(
    <QueryClientProvider client={queryClient}>
      <dl>
        <ReadAnswer result={result as unknown as QuestionResult} station={station as never} />
      </dl>
    </QueryClientProvider>,
  )
}
const rows = () =>
  within(screen.getByRole('table', { name: 'Domanda' }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent))

it('a table of readings is a table, with Italian figures and dates', () => {
  const columns = [
    { key: 'litri', label: 'Totalizzatore', type: 'number', decimals: 2, unit: 'l' },
    { key: 'del', label: 'Letto il', type: 'date' },
  ]
  shown({ type: 'table', columns }, [{ _row: 'gun-1', _label: 'Pistola 1', litri: 32927.7, del: '2026-03-09' }])
  expect(rows()).toEqual([
    ['', 'Totalizzatore (l)', 'Letto il'],
    ['Pistola 1', '32.927,70', '09/03/2026'],
  ])
})
it('a check of prices names its fuels', () => {
  shown({ type: 'price_check' }, [{ fuel_id: 1, mode: 'self', expected: 1.799, totem: 1.809, dispenser: null }])
  expect(rows()[1]).toEqual(['Benzina', 'Self', '1,799', '1,809', '–'])
})
it('every attached file can be had: its own, and no other', async () => {
  const other = uuid.replace(/1$/, '2')
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return new Response('x', { status: 404 })
  })
  shown({ type: 'file' }, [uuid, other])
  screen.getByText('2 allegati')
  fireEvent.click(screen.getByRole('button', { name: 'Apri Domanda, allegato 2' }))
  await vi.waitFor(() => expect(asked).toContainEqual(expect.stringContaining(`/inspection/files/${other}`)), 20_000)
  expect(asked.join()).not.toContain(uuid)
})
it('words and note keep their lines; nothing answered is a dash', () => {
  shown({ type: 'textarea' }, 'Prima riga\nseconda', { note: 'Nota' })
  expect(screen.getByText(/^Prima riga/).className).toBe('preline')
  screen.getByText('Nota')
})
