// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/stations/ClosingDialog.tsx'
import '../../../src/features/stations/StationForm.tsx'
import '../../../src/features/stations/tabs/Changes.tsx'
import '../../../src/features/stations/tabs/Contacts.tsx'
import '../../../src/features/stations/tabs/Files.tsx'
import '../../../src/features/stations/tabs/Fuels.tsx'
import '../../../src/features/stations/tabs/General.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { and, eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { files, model_history } from '../../../server/db/schema/core/system.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { station_phones } from '../../../server/db/schema/stations/station-sets.ts'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { forgetNotices, notices } from '../../../src/lib/notify.ts'
import { makeStation } from '../../api/support/fixtures.ts'
import type { World } from '../../api/support/world.ts'
import { onScreen, type Screen } from '../support/world.tsx'

afterEach(forgetNotices)
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)
const heading = (name: RegExp) => screen.findByRole('heading', { level: 1, name })
const box = (name: string | RegExp) => screen.findByLabelText<HTMLInputElement>(name)
const type = async (name: string | RegExp, value: string) => fireEvent.change(await box(name), { target: { value } })
const button = (name: string) => screen.findByRole('button', { name })
const stored = async ({ db }: Pick<World, 'db'>, code: string) => (await db.select().from(stations).where(eq(stations.code, code)))[0]!
const changes = ({ db }: World, id: number, event: string) =>
  db.$count(model_history, and(eq(model_history.model, 'station'), eq(model_history.model_id, id), eq(model_history.event, event)))
const told = (text: string) => waitFor(() => expect(notices.get().map(({ content }) => content)).toContain(text))

test('callers see the tabs allowed to them, and a reader is offered no change', async () => {
  const read = [
    'Dati generali',
    'Contatti e orari',
    'Carburanti e prezzi',
    'Attrezzature',
    'Servizi',
    'Reti',
    'Bollette',
    'Gestione',
    'Scadenze',
    'File',
    'Appunti',
  ]
  await onScreen('lettura.rete', '/stazioni', async ({ user }) => {
    const [first] = within(await screen.findByRole('table')).getAllByRole('link')
    const code = first!.textContent
    await user.click(first!)
    await heading(new RegExp(`^${code} `))
    expect(tabs()).toEqual(read)
    await screen.findByRole('heading', { level: 2, name: 'Anagrafica' })
    for (const name of ['Modifica', 'Altro', /Cambia stato/, 'Aggiungi copertina'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Contatti e orari' }))
    await screen.findByRole('heading', { level: 2, name: 'Telefoni' })
    expect(screen.queryByRole('button', { name: 'Salva' })).toBeNull()
    expect(screen.getByRole('rowheader', { name: 'Lunedì' })).toBeTruthy()
  })
  await onScreen('autista', '/stazioni/3', async () => {
    await heading(/^PV003 /)
    expect(tabs()).toEqual(['Dati generali', 'Contatti e orari', 'Appunti'])
    expect(screen.queryByText('Margine (€/l)'), 'what is not for them has no line').toBeNull()
  })
  await onScreen('admin', '/stazioni/3', async ({ user }) => {
    await heading(/^PV003 /)
    expect(tabs()).toEqual([...read.slice(0, 8), 'Verifiche', 'Scadenze', 'Ticket', ...read.slice(9), 'Accessi', 'Storico'])
    await button('Modifica')
    await user.click(screen.getByRole('tab', { name: 'Storico' }))
    await user.click(await screen.findByRole('link', { name: 'Carburanti e prezzi' }))
    await screen.findByRole('heading', { level: 2, name: 'Carburanti' })
  })
})

test('a read-only grant offers no change, even to a writer of stations', async () => {
  const offered = async (prepare?: (world: World) => Promise<void>) => {
    let names: unknown[] = []
    await onScreen(
      'rete',
      '/stazioni/3?scheda=attrezzature&parte=estintori',
      async () => {
        await heading(/^PV003 /)
        await screen.findByRole('tab', { name: 'Estintori' })
        await screen.findByRole('table')
        names = [/Cambia stato/, 'Nuovo estintore'].filter((name) => screen.queryAllByRole('button', { name }).length)
      },
      prepare,
    )
    return names
  }
  expect(await offered()).toEqual([/Cambia stato/, 'Nuovo estintore'])
  const toRead = async ({ db }: World) => void (await db.update(station_acl).set({ level: 'read' }).where(eq(station_acl.station_id, 3)))
  expect(await offered(toRead)).toEqual([])
})

test('the form counts errors by section, saves once on a double press, and shows warnings of saved values', () =>
  onScreen(
    'admin',
    '/stazioni',
    async (world) => {
      const { user, open } = world
      const { id } = await stored(world, 'ZZ1')
      await open(`/stazioni/${id}`)
      await user.click(await button('Modifica'))
      await type(/^Nome/, '')
      await type(/^CAP/, '123')
      await type(/^Latitudine/, '10')
      await type(/^Longitudine/, '45')
      await user.click(await button('Salva'))
      const ways = within(screen.getByRole('navigation', { name: 'Sezioni del modulo' }))
      expect(ways.getByRole('link', { name: /Anagrafica/ }).textContent).toBe('Anagrafica1 errore')
      expect(ways.getByRole('link', { name: /Indirizzo/ }).textContent).toBe('Indirizzo1 errore')
      expect(document.activeElement).toBe(await box(/^Nome/))
      await user.click(ways.getByRole('link', { name: /Indirizzo/ }))
      expect(document.activeElement?.textContent).toBe('Indirizzo1 errore')
      await type(/^Nome/, 'Nuovo nome')
      await type(/^CAP/, '43036')
      await user.dblClick(await button('Salva'))
      await told('Punto vendita modificato')
      await screen.findByText('Latitudine e longitudine sembrano scambiate.')
      expect(await stored(world, 'ZZ1')).toMatchObject({ name: 'Nuovo nome', latitude: 10, longitude: 45 })
      expect(await changes(world, id, 'updated')).toBe(1)
      await waitFor(() => expect(document.activeElement?.textContent, 'where it was opened from').toBe('Modifica'))
    },
    async ({ db }) => void (await makeStation(db, { code: 'ZZ1', hasRent: false })),
  ))

test("after saving, the next station's form can follow; a conflict is settled field by field", () =>
  onScreen(
    'admin',
    '/stazioni?search=prova+zz',
    async (world) => {
      const { user } = world
      await user.click(await screen.findByRole('link', { name: 'ZZ1' }))
      await user.click(await button('Modifica'))
      await type(/^Bandiera/, 'IP')
      await user.click(await screen.findByRole('combobox', { name: /^Tipo impianto/ }))
      await user.click(await screen.findByRole('option', { name: 'Urbano' }))
      const { id, rev } = await stored(world, 'ZZ1')
      const theirs = { brand: 'Eni', city: 'Parma', kind: 'strada_statale', rev }
      expect((await (await world.as('admin')).put(`/stations/${id}`, theirs)).status).toBe(200)
      await user.click(await button('Salva e successivo'))
      const conflict = within(await screen.findByRole('dialog', { name: 'Modificato da un altro utente' }))
      // A choice is told in its words.
      await user.click(conflict.getByRole('radio', { name: 'Usa quello dell’ufficio: Strada statale' }))
      conflict.getByRole('radio', { name: 'Usa il mio valore: Urbano' })
      await user.click(conflict.getByRole('radio', { name: 'Usa il mio valore: IP' }))
      await user.click(conflict.getByRole('button', { name: 'Salva' }))
      await waitFor(async () => expect(await stored(world, 'ZZ1')).toMatchObject({ brand: 'IP', city: 'Parma', kind: 'strada_statale' }))
      await heading(/^ZZ2 /)
      expect((await box(/^Codice P\.V\./)).value).toBe('ZZ2')
      expect(screen.queryByRole('button', { name: 'Salva e successivo' }), 'the last of the list').toBeNull()
      await user.click(await button('Annulla'))
      await screen.findByRole('button', { name: 'Modifica' })
      await heading(/^ZZ2 /)
    },
    async ({ db }) => {
      for (const code of ['ZZ1', 'ZZ2']) await makeStation(db, { code, hasRent: false })
    },
  ))

test('the status is changed from its chip: closing asks for a reason, dismissal for the name, and only allowed states are offered', () =>
  onScreen(
    'admin',
    '/stazioni',
    async (world) => {
      const { user, open } = world
      const { id } = await stored(world, 'ZZ1')
      await open(`/stazioni/${id}`)
      const menu = async (state: string) => user.click(await button(`Stato: ${state}. Cambia stato`))
      await menu('Attivo')
      await user.click(await screen.findByRole('menuitem', { name: 'Chiudi temporaneamente' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Chiudere temporaneamente ZZ1 Prova ZZ1?' }))
      await user.click(dialog.getByRole('button', { name: 'Chiudi temporaneamente' }))
      await dialog.findAllByText('Il campo Motivo è obbligatorio.')
      await user.type(dialog.getByLabelText(/^Motivo/), 'Lavori sul piazzale')
      await user.type(dialog.getByLabelText(/^Riapertura prevista/), '01/12/2099')
      await user.click(dialog.getByRole('button', { name: 'Chiudi temporaneamente' }))
      await told('Stato Punto vendita modificato')
      await screen.findByText('Lavori sul piazzale')
      expect(await stored(world, 'ZZ1')).toMatchObject({
        ...{ status: 'temporarily_closed', closing_reason: 'Lavori sul piazzale', reopening_at: '2099-12-01' },
      })
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await menu('Chiuso temporaneamente')
      expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
        'Rendi attivo',
        'Metti in manutenzione',
        'Dismetti',
      ])
      await user.click(screen.getByRole('menuitem', { name: 'Dismetti' }))
      const question = within(await screen.findByRole('dialog', { name: 'Dismettere il punto vendita?' }))
      question.getByText(/^ZZ1 Prova ZZ1 /)
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect((await stored(world, 'ZZ1')).status).toBe('temporarily_closed')
      await menu('Chiuso temporaneamente')
      await user.click(await screen.findByRole('menuitem', { name: 'Dismetti' }))
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Dismetti' }))
      await button('Stato: Dismesso. Cambia stato')
      expect(await stored(world, 'ZZ1')).toMatchObject({ status: 'dismissed', closing_reason: null })
    },
    async ({ db }) => void (await makeStation(db, { code: 'ZZ1' })),
  ))

test('phones and hours are saved separately, with their own messages', () =>
  onScreen(
    'admin',
    '/stazioni',
    async (world) => {
      const { user, open, db } = world
      const { id } = await stored(world, 'ZZ1')
      await open(`/stazioni/${id}?scheda=contatti`)
      await user.click(await button('Aggiungi telefono'))
      const phones = within((await screen.findByRole('heading', { name: 'Telefoni' })).closest('section')!)
      const hours = within(screen.getByRole('heading', { name: 'Orari di apertura' }).closest('section')!)
      const numbers = phones.getAllByLabelText(/^Numero/)
      await user.type(numbers.at(-1)!, '0521 123456')
      await user.click(phones.getByRole('button', { name: 'Salva' }))
      await told('Telefoni modificati')
      expect((await db.select().from(station_phones).where(eq(station_phones.station_id, id))).map(({ number }) => number)).toContain(
        '+390521123456',
      )
      await user.type(hours.getByLabelText('Lunedì'), '8-12')
      await user.tab()
      await user.click(hours.getByRole('button', { name: 'Salva' }))
      await told('Orari di apertura modificati')
      expect(
        notices
          .get()
          .map(({ content }) => content)
          .join(),
      ).not.toContain('altro utente')
      const admin = await world.as('admin')
      await waitFor(async () => {
        const { opening } = (await admin.get(`/stations/${id}`)).body.data
        expect(opening).toMatchObject([{ weekday: 1, open1: '08:00', close1: '12:00' }])
      })
    },
    async ({ db }) => void (await makeStation(db, { code: 'ZZ1' })),
  ))

test('a new station starts empty or as a copy of another, without its unique values', () =>
  onScreen(
    'admin',
    '/stazioni',
    async (world) => {
      const { user, open, address } = world
      const { id } = await stored(world, 'ZZ1')
      await open(`/stazioni/${id}`)
      // A name made of figures, not a number.
      await screen.findByText('987654')
      await user.click(await button('Modifica'))
      expect((await box(/^ID impianto MIMIT/)).value).toBe('987654')
      await user.click(await button('Annulla'))
      await user.click(await button('Altro'))
      await user.click(await screen.findByRole('menuitem', { name: 'Duplica' }))
      await screen.findByText(/^Copia di ZZ1 Prova ZZ1\./)
      expect((await box(/^Codice P\.V\./)).value).toBe('')
      expect((await box(/^Bandiera/)).value).toBe('Q8')
      await type(/^Codice P\.V\./, 'zz1')
      await user.click(await button('Salva'))
      await screen.findAllByText('Codice P.V. già in uso.')
      await type(/^Codice P\.V\./, 'zz9')
      await user.click(await button('Salva'))
      await told('Punto vendita creato')
      await heading(/^ZZ9 Prova ZZ1/)
      const made = await stored(world, 'ZZ9')
      expect(made).toMatchObject({ brand: 'Q8', license: null, status: 'active' })
      expect(address()).toBe(`/stazioni/${made.id}`)
    },
    async ({ db }) => void (await makeStation(db, { code: 'ZZ1', mise_id: 987_654, license: 'ADM1' })),
  ))

test('files are uploaded with their category and expiration', () =>
  onScreen('admin', '/stazioni/3?scheda=file', async ({ user, db }: Screen) => {
    await user.type(await box('Scadenza'), '31/12/2030')
    const paper = new File(['%PDF-1.4\n%%EOF\n'], 'cpi.pdf', { type: 'application/pdf' })
    await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, paper)
    await user.click(await button('Carica'))
    await screen.findByText('Altro · scade il 31/12/2030')
    expect(
      await db
        .select()
        .from(files)
        .where(and(eq(files.owner_type, 'station'), eq(files.owner_id, 3))),
    ).toMatchObject([{ name: 'cpi.pdf', category: 'altro', expiration: '2030-12-31' }])
  }))
