// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/people/pay/AssignDialog.tsx'
import '../../../src/features/people/pay/Batch.tsx'
import '../../../src/features/people/pay/Batches.tsx'
import '../../../src/features/people/pay/Published.tsx'
import '../../../src/features/people/pay/UploadDialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { fiscalCodeOf } from '../../../server/db/seed/invented.ts'
import { inventedPdf, payslipLines } from '../../../server/db/seed/people/invented-pdf.ts'
import type { World } from '../../api/support/world.ts'
import { codeOf, paySheet, uploaded } from '../../resources/payslips.ts'
import { cells, onScreen, type Screen } from '../support/world.tsx'

const MODERATOR = 'p.moderate_payroll'
const saved: string[] = []
let code = ''
beforeEach(() => {
  saved.length = 0
  Object.assign(URL, { createObjectURL: () => 'blob:page', revokeObjectURL: () => undefined })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.download) saved.push(this.download)
  })
})
afterEach(() => vi.restoreAllMocks())

const codeFor = (name: string, lastname: string) =>
  fiscalCodeOf({ name, lastname, female: true, bornDate: '1980-05-20', cadastral: 'H501' })
const stranger = { name: 'Luisa Estranea', fiscalCode: codeFor('Luisa', 'Estranea') }
/** "Solo show_payroll" can be given a document only with a codice fiscale. */
const withCode = async ({ db }: World) => {
  await db
    .update(users)
    .set({ fiscalCode: codeFor('Sola', 'Paga') })
    .where(eq(users.email, 'p.show_payroll@demo.example.it'))
}
const pageOfDaria = (world: World) => paySheet(world, 'dipendente')
const sheets = async (world: World) => inventedPdf([await pageOfDaria(world), payslipLines(stranger, 'marzo 2026', '999,00')])
const press = async (world: Screen, name: string | RegExp) => world.user.click(await screen.findByRole('button', { name }))
const choose = async (world: Screen, label: string | RegExp, option: string) => {
  await world.user.click(screen.getByRole('combobox', { name: label }))
  await world.user.click(await screen.findByRole('option', { name: option }))
}
const rowAction = async (world: Screen, name: RegExp, action: string) => {
  await press(world, name)
  await world.user.click(await screen.findByRole('menuitem', { name: action }))
}
const agree = async (world: Screen, title: string, words: string, button: string) => {
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  expect(dialog.getByText(new RegExp(words)).textContent).toBe(words)
  await world.user.click(dialog.getByRole('button', { name: button }))
}
const send = async (world: Screen, name: string, bytes: Buffer) => {
  await world.user.click((await screen.findAllByRole('button', { name: 'Carica file' }))[0]!)
  await screen.findByRole('dialog', { name: 'Carica file' })
  const chooser = document.querySelector('input[type="file"]') as HTMLInputElement
  await world.user.upload(chooser, new File([new Uint8Array(bytes)], name, { type: 'application/pdf' }))
}
const documentsAre = (expected: string[][]) =>
  waitFor(() => expect(cells().map((row) => row.slice(0, 5))).toHaveMembers(expected), { timeout: 5_000 })
const ownOf = async (world: World, name: string) =>
  (await (await world.as(name)).get('/payrolls')).body.data.data.map(({ year, month }: { year: number; month: number }) => [year, month])

test('who publishes uploads a PDF, assigns by hand what found nobody, publishes, and takes it back', () =>
  onScreen(
    MODERATOR,
    '/dipendente/paghe',
    async (world) => {
      const { network, user } = world
      await screen.findByText('Nessun caricamento.')
      const before = network.writes.length
      const written = () => network.writes.slice(before)
      await send(world, 'LUL.pdf', await sheets(world))
      const upload = within(screen.getByRole('dialog', { name: 'Carica file' }))
      expect(upload.getByRole('status').textContent).toMatch(/^LUL\.pdf · /)
      await choose(world, 'Anno', '2026')
      await choose(world, 'Mese', 'Marzo')
      await user.click(upload.getByRole('button', { name: 'Carica' }))
      await screen.findByText('Lettura dei file: 0 di 1.')
      const form = [
        ['year', '2026'],
        ['month', '3'],
        ['files', 'LUL.pdf'],
      ]
      expect(written()).toEqual([['POST /payrolls/upload', form]])
      await world.runs()
      const daria = await codeOf(world, 'dipendente')
      await documentsAre([
        ['Daria Dipendente', 'Abbinato', 'marzo 2026', '–', daria],
        ['–', 'Da sistemare', 'marzo 2026', 'Nessun utente ha questo codice fiscale.', stranger.fiscalCode],
      ])
      screen.getByText('2 documenti da 1 file · 1 da pubblicare · 1 da sistemare')
      screen.getByRole('button', { name: 'Pubblica 1 documento' })

      await rowAction(world, /^Azioni.*–/, 'Sistema')
      const dialog = within(await screen.findByRole('dialog', { name: 'Abbina il documento' }))
      await waitFor(() => expect(dialog.getByTitle('Documento').getAttribute('src')).toBe('blob:page'))
      dialog.getByText(new RegExp(`^LUL\\.pdf.* · ${stranger.fiscalCode}$`))
      await user.click(dialog.getByRole('button', { name: 'Abbina' }))
      await dialog.findByText('Il campo Dipendente è obbligatorio.')
      await choose(world, /^Dipendente/, 'Solo show_payroll')
      expect(dialog.queryByText('Il campo Dipendente è obbligatorio.')).toBeNull()
      await choose(world, /^Mese/, 'Tredicesima')
      await choose(world, /^Tipo/, 'Altro')
      await user.type(dialog.getByRole('textbox', { name: 'Azienda' }), 'Rete Srl')
      await user.click(dialog.getByRole('button', { name: 'Abbina' }))
      await screen.findByText('Documento abbinato')
      await documentsAre([
        ['Daria Dipendente', 'Abbinato', 'marzo 2026', '–', daria],
        ['Solo show_payroll', 'Abbinato', 'tredicesima 2026', '–', stranger.fiscalCode],
      ])
      await screen.findByText(/^Caricamento del [^:]*:\d\d: marzo 2026, tredicesima 2026$/)
      const [call, body] = written().at(-1) as [string, Record<string, unknown>]
      expect(call).toMatch(/^PUT \/payrolls\/documents\/\d+$/)
      const owner = (await world.as('p.show_payroll')).user_id
      expect(body).toEqual({ user_id: owner, year: 2026, month: 13, type: 'altro', company: 'Rete Srl', rev: expect.any(Number) })
      expect([await ownOf(world, 'dipendente'), await ownOf(world, 'p.show_payroll')]).toEqual([[], []])

      await press(world, 'Pubblica 2 documenti')
      await agree(world, 'Pubblica', '2 documenti: ogni dipendente vedrà il suo e riceverà un avviso.', 'Pubblica')
      await screen.findByText('2 documenti da 1 file · 2 pubblicati, 0 scaricati')
      expect(await ownOf(world, 'dipendente')).toEqual([[2026, 3]])
      expect(await ownOf(world, 'p.show_payroll')).toEqual([[2026, 13]])
      expect(screen.queryByRole('button', { name: 'Elimina' })).toBeNull()

      await rowAction(world, /^Azioni.*Solo show_payroll/, 'Ritira')
      const one = 'Il documento di Solo show_payroll non si vedrà più, e il suo avviso viene tolto. Gli altri documenti restano pubblicati.'
      await agree(world, 'Ritira il documento', one, 'Ritira')
      await screen.findByText('2 documenti da 1 file · 1 da pubblicare · 1 pubblicato, 0 scaricati')
      expect([(await ownOf(world, 'dipendente')).length, await ownOf(world, 'p.show_payroll')]).toEqual([1, []])
      await press(world, 'Pubblica 1 documento')
      await agree(world, 'Pubblica', '1 documento: ogni dipendente vedrà il suo e riceverà un avviso.', 'Pubblica')
      await screen.findByText('2 documenti da 1 file · 2 pubblicati, 0 scaricati')
      await press(world, 'Ritira la pubblicazione')
      const words = '2 documenti non si vedranno più, e i loro avvisi vengono tolti.'
      await agree(world, 'Ritira la pubblicazione', words, 'Ritira')
      await screen.findByText('2 documenti da 1 file · 2 da pubblicare')
      expect([await ownOf(world, 'dipendente'), await ownOf(world, 'p.show_payroll')]).toEqual([[], []])
      const at = `/payrolls/batches/${/id=(\d+)/.exec(world.address())![1]}`
      expect(written().slice(-2)).toEqual([[`POST ${at}/publish`], [`POST ${at}/withdraw`]])

      await rowAction(world, /^Azioni.*Solo show_payroll/, 'Scarica')
      await waitFor(() => expect(saved).toEqual(['cedolino-2026-13-show_payroll-solo.pdf']))
      await rowAction(world, /^Azioni.*Solo show_payroll/, 'Elimina')
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Elimina' }))
      await documentsAre([['Daria Dipendente', 'Abbinato', 'marzo 2026', '–', daria]])

      const here = world.address()
      await world.open('/dipendente/paghe?scheda=gestione')
      await screen.findByRole('cell', { name: 'marzo 2026' })
      await world.open(here)
      await screen.findByRole('cell', { name: 'marzo 2026' })
      await press(world, 'Elimina')
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Elimina' }))
      await screen.findByText('Caricamento eliminato')
      await waitFor(() => expect(world.address()).toBe('/dipendente/paghe?scheda=gestione'))
      expect(screen.queryByText('Pagina non trovata')).toBeNull()
    },
    withCode,
  ))

test('a drop folder that is not configured says so; nothing is sent without files; all that is published is listed with its owner', () =>
  onScreen(
    MODERATOR,
    '/dipendente/paghe?scheda=pubblicati',
    async (world) => {
      await waitFor(() => expect(cells().map((row) => row.slice(0, 3))).toEqual([['Daria Dipendente', 'marzo 2026', code]]))
      await rowAction(world, /^Azioni.*Daria/, 'Scarica')
      await screen.findByText('Download effettuato.')
      expect(saved).toEqual(['cedolino-2026-03-dipendente-daria.pdf'])
      await world.user.click(screen.getByRole('tab', { name: 'Gestione paghe' }))
      await press(world, 'Dalla cartella di scambio')
      await screen.findAllByText(/^Servizio paghe non configurato/)
      await send(world, 'paghe.pdf', Buffer.from('%PDF-1.4'))
      await press(world, 'Togli')
      expect(screen.queryByText(/^paghe\.pdf/)).toBeNull()
      await press(world, 'Carica')
      await screen.findByText('Assicurati di aver selezionato dei file')
      await press(world, 'Annulla')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(world.network.writes.filter(([call]) => String(call).includes('payrolls'))).toEqual([])
    },
    async (world) => {
      code = await codeOf(world, 'dipendente')
      await publishedFor(world)
    },
  ))

/** Payslips of two people, published, and the CUD of one. */
async function publishedFor(world: World, others = false, before: readonly string[] = []) {
  const admin = await world.as('admin')
  const pages = [await pageOfDaria(world), ...(others ? [await paySheet(world, 'p.show_payroll')] : [])]
  const files = [{ name: 'LUL_2026_03.pdf', bytes: inventedPdf(pages) }]
  for (const period of before)
    files.push({ name: `${period}.pdf`, bytes: inventedPdf([await paySheet(world, 'dipendente', '/payrolls', period)]) })
  const batch = await uploaded(world, admin, files)
  await admin.post(`/payrolls/batches/${batch.id}/publish`)
  const certificate = inventedPdf([await paySheet(world, 'dipendente', '/cuds')])
  const yearly = await uploaded(world, admin, [{ name: 'CU.pdf', bytes: certificate }], '/cuds')
  await admin.post(`/cuds/batches/${yearly.id}/publish`)
}

test('an employee sees and opens the own documents alone, and has no way to those of others', () =>
  onScreen(
    'dipendente',
    '/dipendente/paghe',
    async (world) => {
      const card = within(await screen.findByRole('article', { name: 'Marzo 2026' }))
      expect(screen.getAllByRole('article')).toHaveLength(1)
      card.getByText('Nuovo')
      expect(screen.queryByRole('tab'), 'the tabs of those who publish').toBeNull()
      await world.user.click(card.getByRole('button', { name: 'Scarica Marzo 2026' }))
      await screen.findByText('Download effettuato.')
      await card.findByText(/^Scaricato il \d\d\/\d\d\/\d{4}$/)
      await world.open('/dipendente/cud')
      await press(world, 'Scarica CU 2026 – redditi 2025')
      await waitFor(() => expect(saved).toEqual(['cedolino-2026-03-dipendente-daria.pdf', 'CU_2026_Dipendente.pdf']))
      expect(screen.getAllByRole('article')).toHaveLength(1)
      for (const page of ['paghe', 'cud']) {
        await world.open(`/dipendente/${page}?scheda=gestione&id=1`)
        await screen.findByRole('article')
        expect(screen.queryByRole('button', { name: 'Carica file' })).toBeNull()
      }
      expect(world.network.asked.filter((asked) => /batches|people/.test(asked))).toEqual([])
    },
    async (world) => {
      await withCode(world)
      await publishedFor(world, true)
    },
  ))

test('the own documents stand by year: the last one first, and of a chosen year its own', () =>
  onScreen(
    'dipendente',
    '/dipendente/paghe',
    async (world) => {
      const shown = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))
      const years = within(await screen.findByRole('radiogroup', { name: 'Anno' }))
      expect(years.getAllByRole<HTMLInputElement>('radio').map(({ value, checked }) => [value, checked])).toEqual([
        ['2026', true],
        ['2025', false],
      ])
      expect(shown()).toEqual(['Marzo 2026', 'Febbraio 2026'])
      await world.user.click(years.getByRole('radio', { name: '2025' }))
      expect(shown()).toEqual(['Dicembre 2025'])
    },
    async (world) => {
      await withCode(world)
      await publishedFor(world, false, ['febbraio 2026', 'dicembre 2025'])
    },
  ))

test('who has none is told so', () =>
  onScreen('dipendente', '/dipendente/paghe', async (world) => {
    await screen.findByText('Nessun cedolino disponibile.')
    await world.open('/dipendente/cud')
    await screen.findByText('Nessuna certificazione disponibile.')
  }))
