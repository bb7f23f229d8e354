// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { onScreen, type Screen } from '../support/world.tsx'

async function book(name: string, sheets: Record<string, string[][]>) {
  const pages = Object.entries(sheets).map(([sheet, rows]) => ({
    sheet,
    data: rows.map((row) => row.map((value) => ({ value, type: String }))),
  }))
  return new File([new Uint8Array(await writeXlsx(pages as never).toBuffer())], name)
}
const form = () =>
  book('notturno.xlsx', {
    survey: [
      ['type', 'name', 'label', 'relevant'],
      ['begin_group', 'luci', 'Luci', ''],
      ['select_one sn', 'insegna', 'Insegna accesa?', ''],
      ['text', 'quale', 'Quale lampada?', 'selected(${insegna}, "no")'],
      ['audio', 'voce', 'Voce', ''],
      ['end_group', '', '', ''],
    ],
    choices: [
      ['list_name', 'name', 'label'],
      ['sn', 'si', 'Sì'],
      ['sn', 'no', 'No'],
    ],
    settings: [
      ['form_title', 'form_id'],
      ['Giro notturno', 'NOTTE'],
    ],
  })
const dialog = () => screen.findByRole('dialog', { name: 'Importa da XLSForm' })
async function choose(world: Screen, file: File) {
  const box = await dialog()
  await world.user.upload(box.querySelector<HTMLInputElement>('input[type=file]')!, file)
  return within(box)
}

test('a form is shown as what it becomes, with the rows that are lost, and becomes a draft that opens', () =>
  onScreen('ispettore', '/verifiche/modello', async (world) => {
    await world.user.click(await screen.findByRole('button', { name: 'Importa da XLSForm' }))
    expect(within(await dialog()).queryByRole('button', { name: 'Crea bozza' })).toBeNull()
    const wrong = await choose(world, await book('altro.xlsx', { Foglio1: [['Nome'], ['x']] }))
    expect((await wrong.findByRole('alert')).textContent).toBe('Il file non è un XLSForm: manca il foglio «survey» con la colonna «type».')

    const inside = await choose(world, await form())
    await inside.findByText((_, one) => one?.role === 'status' && one.textContent === 'Giro notturno · 1 sezione · 2 domande')
    const rows = inside.getAllByRole('row').map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent),
    )
    expect(rows.slice(1)).toEqual([['5', expect.stringMatching(/^voce.*audio/i), 'No']])
    expect(inside.queryByRole('alert')).toBeNull()
    await world.user.click(inside.getByRole('button', { name: 'Crea bozza' }))
    await screen.findByRole('heading', { name: 'Luci' })
    const ivan = await world.as('ispettore')
    const [made] = (await ivan.get('/inspection/model?search=notturno')).body.data.data
    const { body } = await ivan.get(`/inspection/model/${made.id}`)
    expect(body.data).toMatchObject({ code: 'NOTTE', name: 'Giro notturno', status: 'draft' })
    expect(body.data.categories[0].questions.map((one: { label: string }) => one.label)).toEqual(['Insegna accesa?', 'Quale lampada?'])
    expect(body.data.categories[0].questions[1].visible_if).toMatchObject({ all: [{ q: 'q_insegna', op: 'eq', value: 'no' }] })
  }))

test('a form that was looked at and left becomes no draft', () =>
  onScreen('ispettore', '/verifiche/modello', async (world) => {
    await world.user.click(await screen.findByRole('button', { name: 'Importa da XLSForm' }))
    const inside = await choose(world, await form())
    await world.user.click(await inside.findByRole('button', { name: 'Annulla' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await (await world.as('ispettore')).get('/inspection/model?search=notturno')).body.data.data).toEqual([])
  }))
