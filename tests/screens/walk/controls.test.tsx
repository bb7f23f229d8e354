// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { support_documents } from '../../../server/db/schema/content/support-documents.ts'
import { files } from '../../../server/db/schema/core/system.ts'
import { qr_codes } from '../../../server/db/schema/stations/station-sets.ts'
import { makeStation } from '../../api/support/fixtures.ts'
import { openedBy } from '../../api/support/ticket-fixtures.ts'
import { patient } from '../support/patient.ts'
import { button } from '../support/quick.ts'
import { type Steered, unsteered } from '../support/steered.ts'
import { choose, press, write } from '../support/steps.ts'
import { media, onScreen, type Screen } from '../support/world.tsx'

patient()
afterEach(() => {
  media.phone = false
})
const search = (text: string) => async (world: Screen) => world.user.type(await screen.findByRole('searchbox'), text)
const pick = (name: string) => async (world: Screen) => world.user.click(await screen.findByRole('radio', { name }))
async function allPrices(world: Screen) {
  await press(world, 'Mostra altre variazioni')
  await press(world, 'Mostra tutto lo storico')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mostra tutto lo storico' })).toBeNull())
}
const size = (count: string) => async (world: Screen) =>
  world.user.selectOptions(await screen.findByRole('combobox', { name: 'Righe per pagina' }), count)

const everybody = async ({ as }: Screen): Promise<number[]> =>
  (await (await as('admin')).get('/users?per_page=50')).body.data.data.map(({ id }: { id: number }) => id)
const office: Steered[] = [
  {
    what: 'the search of the board of requests',
    at: '/richieste-carte-gpl?vista=lavagna',
    does: search('De Luca'),
    leads: /search=De/,
    hides: 'Bianchi Barbara',
  },
  { what: 'the board of requests', at: '/richieste-carte-gpl', does: (w) => press(w, 'Lavagna'), leads: /vista=lavagna/, shows: /^Creato/ },
  {
    what: 'the table of requests',
    at: '/richieste-carte-gpl?vista=lavagna',
    does: (w) => press(w, 'Elenco'),
    leads: /gpl$/,
    hides: /^In attesa corso · /,
  },
  {
    what: 'the list of courses',
    at: '/calendario-corsi-gpl?mese=2026-11',
    does: (w) => press(w, 'Elenco'),
    leads: /scheda=elenco/,
    hides: 'novembre 2026',
    shows: 'Iscritti/Posti',
  },
  {
    what: 'the calendar of courses',
    at: '/calendario-corsi-gpl?mese=2026-11&scheda=elenco',
    does: (w) => press(w, 'Calendario'),
    leads: /mese=2026-11$/,
    shows: 'novembre 2026',
  },
  {
    what: 'the next month of courses',
    at: '/calendario-corsi-gpl?mese=2026-11',
    does: (w) => press(w, 'Mese successivo'),
    leads: /mese=2026-12/,
    shows: 'dicembre 2026',
    hides: 'novembre 2026',
  },
  {
    what: 'a course of the month',
    at: '/calendario-corsi-gpl?mese=2026-11',
    does: (w) => button('Corso GPL self-service').then((one) => w.user.click(one)),
    leads: /id=\d/,
    shows: /^Iscritti 0/,
  },
  { what: 'the mode of hours', at: '/stazioni/riepilogo-orari', does: (w) => choose(w, 'Modalità', 'Self'), leads: /mode=self/ },
  { what: 'the season of hours', at: '/stazioni/riepilogo-orari', does: (w) => choose(w, 'Stagione', 'Estivo'), leads: /season=estivo/ },
  {
    what: 'a view of tickets',
    at: '/tickets',
    does: (w) => press(w, /^Eliminati/),
    leads: /view=deleted/,
    shows: /^Nessun (risultato con|ticket eliminato)/,
  },
  { what: 'a new ticket', at: '/tickets', does: (w) => press(w, 'Nuovo ticket'), leads: /^\/tickets\/nuovo/, shows: /^Descrizione/ },
]
test('the controls of GPL, hours and tickets lead where they say', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    expect(await unsteered(world, office)).toEqual([])
  }))

const sales: Steered[] = [
  {
    what: 'statistics from a day',
    at: '/intracommerce/statistiche?from=2026-01-01&to=2026-12-31',
    does: (w) => write(w, 'Dal', '01/11/2026'),
    leads: /from=2026-11-01/,
    hides: 'Toner stampante cassa',
  },
  {
    what: 'statistics to a day',
    at: '/intracommerce/statistiche?from=2026-01-01&to=2026-12-31',
    does: (w) => write(w, 'Al', '01/02/2026'),
    leads: /to=2026-02-01/,
    hides: 'Toner stampante cassa',
  },
  {
    what: 'statistics of a category',
    at: '/intracommerce/statistiche?from=2026-01-01&to=2026-12-31',
    does: (w) => choose(w, 'Categoria', 'Carta e stampa'),
    leads: /categoria=1/,
    hides: 'Toner stampante cassa',
  },
  {
    what: 'a category of the catalogue',
    at: '/intracommerce/ordine?pv=1',
    does: (w) => w.user.click(screen.getByRole('checkbox', { name: 'Preferiti' })),
    shows: /^Nessun preferito/,
    hides: 'Toner stampante cassa',
  },
  {
    what: 'words of the catalogue',
    at: '/intracommerce/ordine?pv=1',
    does: (w) => write(w, 'Cerca tra gli articoli', 'toner'),
    hides: 'Rotoli accettatore 80×80',
  },
  {
    what: 'the station of an order',
    at: '/intracommerce/ordine',
    does: (w) => choose(w, 'Punto vendita', /^PV001/),
    leads: /pv=1/,
    shows: 'Toner stampante cassa',
  },
  { what: 'the fuel of the price chart', at: '/stazioni/1?scheda=carburanti', does: pick('Gasolio'), shows: 'Gasolio, ultimi 90 giorni' },
  {
    what: 'more changes of price',
    at: '/stazioni/1?scheda=carburanti',
    does: (w) => press(w, 'Mostra altre variazioni'),
    shows: 'Mostra tutto lo storico',
  },
  { what: 'all changes of price', at: '/stazioni/1?scheda=carburanti', does: allPrices, hides: 'Mostra altre variazioni' },
  {
    what: 'the fuel of a comparison',
    at: '/competitors?id=1',
    does: (w) => choose(w, 'Andamento di', 'Gasolio self'),
    shows: 'Gasolio self, ultimi 30 giorni',
  },
]
test('the controls of the shop and of prices lead where they say', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    // Those of the last 90 days are shown first.
    await world.db.execute(sql`update prices set valid_from = valid_from + (now() - timestamptz '2026-11-20')`)
    expect(await unsteered(world, sales)).toEqual([])
  }))

test('pages, sizes, words and categories of codes, files of drivers, tickets and prices change address and rows', () =>
  onScreen('admin', '/dashboard', async (world) => {
    const { db } = world
    const admin = await world.as('admin')
    await openedBy(world, admin)
    await openedBy(world, admin, { subject: 'Insegna spenta' })
    const file = { owner_type: 'qr' as never, name: 'scheda.pdf', extension: 'pdf', mime: 'application/pdf', size: 9, sha256: 'x' }
    const [stored] = await db
      .insert(files)
      .values({ ...file, uuid: 'prova' })
      .returning()
    const file_id = stored!.id
    for (let at = 10; at < 32; at += 1) {
      const { id: station_id } = await makeStation(db, { code: `ZZ${at}`, name: `Prova ${at}` })
      await db.insert(qr_codes).values({ station_id, name: `Codice ${at}`, url: `https://piazzale.test/${at}`, file_id })
    }
    const paper = { file_id, originalName: file.name, extension: 'pdf', mime: file.mime, size: 9 }
    await db.insert(support_documents).values(
      Array.from({ length: 101 }, (_, at) => ({
        ...paper,
        name: `Scheda ${at}`,
        category: at ? ('altro' as const) : ('modulo' as const),
      })),
    )
    const { id: told } = (
      await admin.post('/communications/messages', { subject: 'A tutti', body: '<p>Ciao</p>', roles: [], users: await everybody(world) })
    ).body.data
    const all: Steered[] = [
      {
        what: 'the search of the board of tickets',
        at: '/tickets?scheda=lavagna',
        does: search('Insegna'),
        leads: /search=Insegna/,
        hides: /Pompa 3 ferma/,
      },
      { what: 'the search of codes', at: '/qr-fatturazione', does: search('Codice 12'), leads: /search=Codice/, hides: 'Codice 11' },
      {
        what: 'the second page of codes',
        at: '/qr-fatturazione',
        does: (w) => press(w, 'Pagina successiva'),
        leads: /page=2/,
        shows: 'Codice 30',
        hides: 'Codice 11',
      },
      { what: 'more codes on a page', at: '/qr-fatturazione', does: size('50'), leads: /per_page=50/, shows: 'Codice 30' },
      { what: 'the search of files of drivers', at: '/autisti', does: search('Scheda 77'), leads: /search=Scheda/, hides: 'Scheda 76' },
      {
        what: 'the second page of files of drivers',
        at: '/autisti',
        does: (w) => press(w, 'Pagina successiva'),
        leads: /page=2/,
        shows: 'Scheda 100',
        hides: 'Scheda 76',
      },
      { what: 'a category of files of drivers', at: '/autisti', does: (w) => press(w, 'Modulo'), leads: /category=/, hides: 'Scheda 76' },
      {
        what: 'the second page of recipients',
        at: `/comunicazioni/${told}?type=1`,
        does: (w) => press(w, 'Pagina successiva'),
        shows: /^26–/,
      },
      { what: 'more recipients on a page', at: `/comunicazioni/${told}?type=1`, does: size('50'), hides: /^1–25 di/ },
    ]
    expect(await unsteered(world, all)).toEqual([])
  }))

const phone: Steered[] = [
  {
    what: 'a view of tickets',
    at: '/tickets',
    does: (w) => choose(w, 'Vista', /^Eliminati/),
    leads: /view=deleted/,
    shows: /^Nessun (risultato con|ticket eliminato)/,
  },
  { what: 'the type of cards', at: '/carte', does: (w) => choose(w, 'Tipo', /^Prepagat/), leads: /type=/ },
  {
    what: 'the type of data',
    at: '/riepilogo/dati',
    does: (w) => choose(w, 'Dati', 'Erogatori'),
    leads: /tipo=/,
    shows: /^Tabella dati: Erogatori/,
  },
]
test('on a phone the controls lead where they say', () => {
  media.phone = true
  return onScreen('admin', '/dashboard', async (world) => {
    expect(await unsteered(world, phone)).toEqual([])
  })
})
