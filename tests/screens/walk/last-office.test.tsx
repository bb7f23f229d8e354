// @vitest-environment jsdom
import '../../setup-dom.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { banks } from '../../../server/db/schema/banks/banks.ts'
import { dispensers, guns } from '../../../server/db/schema/equipment/equipment.ts'
import { inventedPdf } from '../../../server/db/seed/people/invented-pdf.ts'
import { session } from '../../../src/lib/session.ts'
import { dropFolder, PRICES, priceFile, runImport, STATIONS, stationFile } from '../../api/support/mimit-fixtures.ts'
import { PASSWORD } from '../../api/support/world.ts'
import { firstOf, paySheet, uploaded } from '../../resources/payslips.ts'
import { type LeftDialog, unclosed } from '../support/left-dialogs.ts'
import { button, dialog } from '../support/quick.ts'
import { choose, gone, menu, press, pressIn, write } from '../support/steps.ts'
import { cells, onScreen, openFilter } from '../support/world.tsx'
import { dialogOf } from '../support/writes.ts'

Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined })

test('the correction of a mail’s address that is left changes nothing', () =>
  onScreen(
    'admin',
    '/dashboard',
    async (world) => {
      const dialog: LeftDialog = {
        ...{ at: '/impostazioni?scheda=invii', press: /^Azioni/, item: 'Correggi', title: 'Correggi l’indirizzo' },
      }
      expect(await unclosed(world, [dialog])).toEqual([])
    },
    async ({ db }) => {
      await db.execute(sql`insert into pgboss.job (name, data, state, retry_count, started_on, completed_on, output)
        values ('mail', '{"kind":"mail","to":"sbagliato@example.it","subject":"Ticket","text":"Salve"}', 'failed', 5, now(), now(),
          '{"message":"550 Mailbox unavailable"}')`)
    },
  ))

test('the registry of the ministry is imported from the commands once that is confirmed, and its unknown fuel told which it is', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    const admin = await world.as('admin')
    const source = async () => (await admin.get('/mimit/source')).body.data
    const drop = dropFolder(world)
    drop.put(stationFile(STATIONS), priceFile([...PRICES, [73, 'Pozione', '1.999', 1, '20/08/2026 08:00:00']]))
    await runImport(world)
    expect((await source()).unknown).toMatchObject([{ name: 'Pozione', prices: 1 }])
    drop.put(stationFile(STATIONS, { day: '2026-08-22' }), priceFile([...PRICES, [73, 'Pozione', '1.999', 1, '21/08/2026 08:00:00']]))
    await world.open('/impostazioni?scheda=comandi')
    const title = 'Importare registro e prezzi MIMIT?'
    await press(world, 'Importa ora')
    await pressIn(world, title, 'Annulla')
    await gone()
    await press(world, 'Importa ora')
    await pressIn(world, title, 'Importa')
    await screen.findByText('Job avviato')
    await world.runs()
    await screen.findByText(/In archivio: 4 impianti e 7 prezzi del 22\/08\/2026\./)
    const associate = await screen.findByRole<HTMLButtonElement>('button', { name: 'Associa Pozione' })
    expect(associate.disabled).toBe(true)
    await choose(world, 'Pozione · 1 prezzo', 'Metano')
    await world.user.click(associate)
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Carburanti da associare' })).toBeNull())
    expect((await source()).unknown).toEqual([])
  }))

test('a payslip is given to another year', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    const admin = await world.as('admin')
    const { id } = await uploaded(world, admin, [{ name: 'LUL.pdf', bytes: inventedPdf([await paySheet(world, 'dipendente')]) }])
    await world.open(`/dipendente/paghe?scheda=gestione&id=${id}`)
    await menu(world, /^Azioni/, 'Cambia abbinamento')
    const dialog = await dialogOf('Abbina il documento')
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Anno' }).value).toBe('2026')
    await write(world, 'Anno', '2025')
    await pressIn(world, 'Abbina il documento', 'Abbina')
    await gone()
    await waitFor(() => expect(cells().map(([, , period]) => period)).toEqual(['marzo 2025']))
    expect(await firstOf(admin, id)).toMatchObject({ year: 2025, month: 3 })
  }))

test('hours of a station that were changed and left are as before', () =>
  onScreen('admin', '/stazioni/1?scheda=contatti', async (world) => {
    const part = within(await screen.findByRole('region', { name: 'Orari di apertura' }))
    const monday = () => part.findByLabelText<HTMLInputElement>(/^Lunedì/i)
    const before = (await monday()).value
    await world.user.clear(await monday())
    await world.user.type(await monday(), '8-9.30{Tab}')
    expect((await monday()).value).not.toBe(before)
    await world.user.click(await part.findByRole('button', { name: 'Annulla' }))
    await press(world, 'Esci senza salvare')
    await waitFor(async () => expect((await monday()).value).toBe(before))
    expect(world.network.writes).toEqual([])
  }))

test('who leaves the choice between two versions goes on writing, and nothing is stored', () =>
  onScreen('admin', '/stazioni/banche', async (world) => {
    const { db, user } = world
    const [bank] = await db.select().from(banks).limit(1)
    const stored = async () => (await db.select().from(banks).where(eq(banks.id, bank!.id)))[0]!.branch
    await world.open(`/stazioni/banche?modulo=${bank!.id}`)
    await write(world, 'Filiale', 'Mia')
    await (await world.as('admin')).edit(`/banks/${bank!.id}`, { name: bank!.name, branch: 'Altrui' })
    await pressIn(world, 'Modifica banca', 'Salva')
    await dialogOf('Modificato da un altro utente')
    await user.keyboard('{Escape}')
    await gone('Modificato da un altro utente')
    const form = await dialogOf('Modifica banca')
    expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Filiale' }).value).toBe('Mia')
    expect(await stored()).toBe('Altrui')
    await pressIn(world, 'Modifica banca', 'Salva')
    const choice = await dialogOf('Modificato da un altro utente')
    await user.click(choice.getByRole('radio', { name: 'Usa il mio valore: Mia' }))
    await user.click(choice.getByRole('button', { name: 'Salva' }))
    await waitFor(async () => expect(await stored()).toBe('Mia'))
  }))

test('of the seals of a gun it is said that they are not whole, or nothing any more', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    const [pump] = await world.db.select().from(dispensers).where(eq(dispensers.station_id, 3)).limit(1)
    const seals = async () =>
      (await world.db.select().from(guns).where(eq(guns.dispenser_id, pump!.id)).orderBy(guns.number)).map(({ seals_ok }) => seals_ok)
    const others = (await seals()).slice(1)
    await world.open(`/stazioni/3?scheda=attrezzature&parte=erogatori&pezzo=${pump!.id}`)
    for (const [option, value] of [
      ['No', false],
      ['Non indicato', null],
    ] as const) {
      await world.user.click(await button('Modifica'))
      await dialog('Modifica erogatore')
      const [box] = await screen.findAllByLabelText('Sigilli integri', { selector: 'input:not([type=hidden])' })
      await world.user.click(box!)
      await world.user.click(await screen.findByRole('option', { name: option }))
      await world.user.click(await button('Salva', await dialog('Modifica erogatore')))
      await gone().catch((e) => {
        console.log(
          'DEBUG',
          option,
          JSON.stringify(world.network.writes),
          document.querySelector('[role=dialog]')?.textContent,
          document.querySelector('[role=listbox]')?.textContent,
        )
        throw e
      })
      expect(await seals()).toEqual([value, ...others])
    }
  }))

test('words that a column holds are asked for when their field is left', () =>
  onScreen('admin', '/riepilogo/dati?tipo=tanks', async (world) => {
    await openFilter(world.user, 'N. serbatoio')
    await world.user.type(await screen.findByRole('textbox', { name: 'N. serbatoio' }), ' C2 {Tab}')
    await waitFor(() => expect(world.address()).toMatch(/=C2(&|$)/))
    await waitFor(() => expect(cells().every((row) => row.includes('C2'))).toBe(true))
  }))

test('who came in without a network signs in where the network is back, without leaving the page', () =>
  onScreen('contabilita', '/stazioni/banche', async (world) => {
    const user = session.get().user!
    act(() => session.set({ user, local: true }))
    await screen.findByText('La rete è tornata. Accedi per inviare il lavoro salvato qui e leggere i dati aggiornati.')
    const box = screen.getByLabelText(`Password di ${user.name}`)
    await press(world, 'Accedi')
    await screen.findByText('Scrivi la tua password.')
    await world.user.type(box, 'sbagliata')
    await press(world, 'Accedi')
    await screen.findByText('Email o password non corretti.')
    expect(session.get().local).toBe(true)
    await world.user.clear(box)
    await world.user.type(box, PASSWORD)
    await press(world, 'Accedi')
    await waitFor(() => expect(screen.queryByText(/^La rete è tornata/)).toBeNull())
    expect([session.get().local, session.get().user?.id]).toEqual([undefined, user.id])
    expect(world.address()).toBe('/stazioni/banche')
  }))
