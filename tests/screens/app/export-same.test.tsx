// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/crud/import/ExportMenu.tsx'
import { read } from '@e965/xlsx'
import { notifications } from '@mantine/notifications'
import { act, screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { openedBy } from '../../api/support/ticket-fixtures.ts'
import type { World } from '../../api/support/world.ts'
import { cells, onScreen, type Screen } from '../support/world.tsx'

/** The page writes lists up to here, and leaves longer ones to the server. */
const most = vi.hoisted(() => ({ rows: 5_000 }))
vi.mock('../../../src/contract/kernel/exporting.ts', async (original) => ({
  ...(await original<object>()),
  get MAX_BROWSER_EXPORT_ROWS() {
    return most.rows
  },
}))
const made: Blob[] = []
Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${made.push(blob)}`, revokeObjectURL: () => undefined })
afterEach(() => {
  made.splice(0)
  most.rows = 5_000
  localStorage.clear()
})

const bytesOf = async (file: Blob) =>
  new Promise<Buffer>((done) => {
    const reader = new FileReader()
    reader.onload = () => done(Buffer.from(reader.result as ArrayBuffer))
    reader.readAsArrayBuffer(file)
  })
/** Each cell of a workbook as another library reads it: kind, value, format, and how wide its column is. */
function sheetOf(bytes: Buffer) {
  const book = read(bytes, { cellNF: true, cellStyles: true })
  const { '!cols': cols, '!ref': _, ...sheet } = book.Sheets[book.SheetNames[0]!]!
  return [cols?.map(({ wpx }) => wpx), Object.entries(sheet).map(([place, { t, v, z }]: [string, any]) => [place, t, v, z])] as const
}
/** The file that "Esporta" gives: the page's own, or that of a job, once its notice offers it. */
async function fileOf({ user, runs }: Screen, kind: string, job: boolean): Promise<Buffer> {
  const before = made.length
  most.rows = job ? 0 : 5_000
  await user.click(screen.getByRole('button', { name: 'Esporta' }))
  await user.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: kind }))
  if (job) {
    await screen.findByText('In coda…')
    expect(made, 'nothing is made in the browser').toHaveLength(before)
    await runs()
    await user.click(await screen.findByRole('button', { name: 'Scarica' }))
  }
  await waitFor(() => expect(made).toHaveLength(before + 1))
  act(() => notifications.clean())
  return bytesOf(made.at(-1)!)
}

const FORMULA = '=SOMMA(1;2)'
const stations = async ({ db }: World) =>
  void (await db.execute(
    sql`update stations set name = ${FORMULA} where id = (select min(station_id) from inspections where status = 'approved')`,
  ))
/** A bank that was changed, and one that the system took away. */
async function changes({ as, db }: World) {
  const conti = await as('contabilita')
  const { id } = (await conti.post('/banks', { name: FORMULA, note: 'prima; "poi"', cards: [] })).body.data
  await conti.edit(`/banks/${id}`, { note: null, branch: 'Fidenza' })
  await db.execute(
    sql`insert into model_history (model, model_id, event, old) values ('bank', 999, 'deleted', '{"name": "Banca Uno", "bic": null}')`,
  )
}
/** Two tickets, one with a station and one without; one of them is urgent and waiting. */
async function asked({ as, db }: World) {
  const boss = await as('sup.ticket')
  const one = await openedBy({ db }, boss, { subject: FORMULA, priority: 4 })
  await boss.post(`/support/ticket/${one.y}/${one.n}/assign`, { user_id: boss.user_id })
  await openedBy({ db }, await as('solo.ticket'), { subject: 'Totem; "spento"' })
}
const lists: [
  name: string,
  who: string,
  address: string,
  prepare: (world: World) => Promise<void>,
  heading: string,
  due: string | RegExp,
][] = [
  ['verifiche', 'admin', '/verifiche?sort=-number', stations, 'Punteggio', /^\d{1,3},\d$/],
  [
    'verifiche of one network',
    'rete',
    '/verifiche?sort=station,-score&outcome=conforme&outcome=non_conforme',
    stations,
    'Stato',
    'Approvata',
  ],
  ['stations', 'rete', '/stazioni?sort=-status,name&search=a', stations, 'Stato', 'Attivo'],
  ['changes', 'contabilita', '/storico-modifiche?model=bank', changes, 'Chi', 'Sistema'],
  ['tickets', 'sup.ticket', '/tickets?sort=-number&view=all', asked, 'Stato', 'Aperto'],
  ['acts', 'p.moderate_users', '/logs?sort=-user&entity=banks', changes, 'Azione', 'Creazione'],
]
test.each(lists)(
  '%s: the file of a job is that of the page, cell by cell, in what is chosen of columns',
  (_, who, address, prepare, heading, due) =>
    onScreen(
      who,
      address,
      async (world) => {
        await screen.findByRole('table')
        const heads = screen.getAllByRole('columnheader').map((head) => head.textContent!.replace(/ordine \d.*/, ''))
        const shown = cells().map((row) => row[heads.indexOf(heading)])
        expect(shown).toEqual(expect.arrayContaining([expect.stringMatching(due)]))
        const csv = await fileOf(world, 'CSV', false)
        const lines = csv.toString().replace('\ufeff', '').trimEnd().split('\r\n')
        expect(lines[0]!.split(';')).toEqual(heads.filter((head) => head && head !== 'Azioni'))
        expect(lines.length - 1, 'all that is shown').toBeGreaterThanOrEqual(shown.length)
        const own = sheetOf(await fileOf(world, 'Excel (.xlsx)', false))
        expect((await fileOf(world, 'CSV', true)).toString()).toBe(csv.toString())
        const jobs = sheetOf(await fileOf(world, 'Excel (.xlsx)', true))
        expect(jobs).toEqual(own)
      },
      prepare,
    ),
)
