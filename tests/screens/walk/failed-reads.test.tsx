// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { job_history } from '../../../server/db/schema/core/jobs.ts'
import { inventedPdf } from '../../../server/db/seed/people/invented-pdf.ts'
import { openedBy } from '../../api/support/ticket-fixtures.ts'
import { paySheet, uploaded } from '../../resources/payslips.ts'
import { type FailingRead, unmended } from '../support/failing-reads.ts'
import { patient } from '../support/patient.ts'
import { menu, press } from '../support/steps.ts'
import { onScreen, type Screen } from '../support/world.tsx'

patient()
const tab = (name: RegExp | string) => async (world: Screen) => world.user.click(await screen.findByRole('tab', { name }))
const searchAll = async (world: Screen) => {
  await press(world, 'Vai a pagine, azioni e record')
  await world.user.type(await screen.findByLabelText('Pagina, azione o record'), '202500101')
}
const settings: FailingRead[] = [
  {
    what: "the first screen's notices",
    at: '/dashboard',
    fails: '/notifications',
    opens: (w) => press(w, /^Notifiche recenti/),
    shows: 'Niente di nuovo per te.',
  },
  { what: 'what is searched everywhere', at: '/dashboard', fails: '/search', opens: searchAll, shows: /202500101/ },
  {
    what: 'the calendar outside',
    at: '/impostazioni?scheda=comandi',
    fails: '/commands/calendar',
    shows: /^Scadenze e corsi GPL non si scrivono/,
  },
  {
    what: 'the trial of an erasure',
    at: '/impostazioni?scheda=conservazione',
    fails: '/settings/retention/trial',
    opens: (w) => press(w, 'Prova'),
    shows: 'Da eliminare',
  },
  { what: 'the state of the server', at: '/impostazioni?scheda=stato', fails: '/system/state', shows: 'In servizio dal' },
  { what: 'where one is signed in', at: '/utenti/profilo', fails: '/auth/sessions', shows: /^ultimo uso/ },
  { what: 'a code', at: '/q/ES-999999', fails: '/stations/qr/read', shows: 'Il codice «ES-999999» non è di nulla che puoi vedere.' },
  {
    what: 'the order of a list',
    at: '/servizi',
    fails: /^\/available_services\?.*is_paginated=0/,
    opens: (w) => press(w, 'Ordina'),
    shows: /^Per spostare premere/,
  },
  { what: 'hosts', at: '/impostazioni?scheda=integrazioni', fails: '/hosts', shows: /^Servizio ICAD non configurato/ },
  { what: 'the registry of MIMIT', at: '/impostazioni?scheda=comandi', fails: '/mimit/source', shows: /^Nessun registro importato/ },
  { what: 'the company', at: '/impostazioni?scheda=azienda', fails: '/settings', shows: /^Ragione sociale/ },
  {
    what: 'mails',
    at: '/impostazioni?scheda=invii',
    fails: '/mails',
    shows: 'Qui compaiono le email che l’app invia, dalla prima in poi.',
  },
  { what: 'how long data are kept', at: '/impostazioni?scheda=conservazione', fails: '/settings/retention', shows: /^Registro attività/ },
  { what: 'what one is told', at: '/utenti/profilo', fails: '/notifications/choices', shows: 'Commento a un ticket' },
]
test('a read of the first screen and the settings that fails says so, and "Riprova" mends it', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    expect(await unmended(world, settings)).toEqual([])
  }))

const field: FailingRead[] = [
  { what: 'planned verifiche', at: '/verifiche?mese=2026-11', fails: '/inspection', shows: /^Verifica punto vendita · Ivan/ },
  { what: 'categories as a tree', at: '/tickets/categorie?scheda=albero', fails: /^\/support\/t\/category/, shows: 'Impianto / Erogatori' },
  { what: 'useful contacts', at: '/contatti-utili', fails: '/useful-contacts', shows: 'Numeri di emergenza' },
  { what: 'files of drivers', at: '/autisti', fails: '/support/document', shows: 'Nessun file.' },
  { what: 'non-conformities', at: '/verifiche/1', fails: '/inspection/nc', shows: /^Entro il / },
  { what: 'a verifica', at: '/verifiche/1', fails: '/inspection/1', shows: /^Ivan Ispettore · iniziata/ },
  {
    what: 'readers of a verbale',
    at: '/verifiche/1',
    fails: '/inspection/1/send',
    opens: (w) => menu(w, 'Altro', 'Invia al gestore'),
    shows: 'IP Carpi – Marconi, pv002@example.it',
  },
  { what: 'the library', at: '/verifiche/modello?libreria=true', fails: '/inspection/model/library', shows: /^VPV · 9 sezioni/ },
  { what: 'a model', at: '/verifiche/modello?id=1', fails: '/inspection/model/1', shows: '1. Immagine e accoglienza' },
]
test('a read of verifiche, tickets and files that fails says so, and "Riprova" mends it', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    expect(await unmended(world, field)).toEqual([])
  }))

const stations: FailingRead[] = [
  { what: 'notes of a station', at: '/stazioni/1?scheda=appunti', fails: '/stations/1/notes', shows: 'Nessun appunto.' },
  { what: 'a list of pieces', at: '/stazioni/1?scheda=attrezzature&parte=estintori&pezzo=1', fails: /fireext/, shows: '202500101' },
  { what: 'a piece', at: '/stazioni/1?scheda=attrezzature&parte=estintori&pezzo=1', fails: /^\/station\/pieces\//, shows: 'File e foto' },
  { what: 'the codes of stations', at: '/qr-fatturazione', fails: '/stations/qr', shows: 'Nessun QR.' },
  { what: 'the plant', at: '/stazioni/1?scheda=attrezzature', fails: /^\/station\/dispensers\/1/, shows: /^Isola 1 · Multiprodotto/ },
  { what: 'tanks of a station', at: '/stazioni/cisterne/1', fails: '/station/tanks/1', shows: 'Cisterna C1' },
  {
    what: 'obligations in wizard',
    at: '/stazioni/manager?scheda=gestioni&modulo=nuovo',
    fails: '/obligations',
    opens: tab(/^5\./),
    shows: 'Comunicazione prezzi a Osservaprezzi MIMIT',
  },
  { what: 'prices of a station', at: '/stazioni/1?scheda=carburanti', fails: '/stations/1/prices', shows: /^Ultima variazione/ },
  { what: 'who sees a station', at: '/stazioni/1?scheda=accessi', fails: '/station-acl/1/viewers', shows: /^Assegnato a/ },
  { what: 'copied station', at: '/stazioni/nuova?da=1', fails: '/stations/1', shows: /^Copia di PV001/ },
  { what: 'a station', at: '/stazioni/1', fails: '/stations/1', shows: 'Urbano' },
  { what: 'station files', at: '/stazioni/1?scheda=file', fails: '/stations/1/files', shows: 'Nessun file.' },
]
test('a read of stations and their equipment that fails says so, and "Riprova" mends it', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    expect(await unmended(world, stations)).toEqual([])
  }))

const sales: FailingRead[] = [
  { what: 'a month of a competitor', at: '/competitors?id=1', fails: /^\/station\/competitors\/1\/days/, shows: /ultimi 30 giorni$/ },
  {
    what: 'courses for a request',
    at: '/richieste-carte-gpl/4',
    fails: /^\/gpl-course-calendar\?/,
    opens: (w) => press(w, /corso$/),
    shows: 'Nessun corso in programma ha posti liberi.',
  },
  { what: 'a course', at: '/calendario-corsi-gpl?id=1', fails: '/gpl-course-calendar/1', shows: /^Iscritti/ },
  { what: 'the month of courses', at: '/calendario-corsi-gpl?mese=2026-11', fails: '/gpl-course-calendar', shows: /^18:00–20:00/ },
  {
    what: 'a column of requests',
    at: '/richieste-carte-gpl?vista=lavagna',
    fails: /^\/gpl-cards-requests\?.*CREATED/,
    shows: /^Creato · \d/,
  },
  { what: 'a comparison', at: '/competitors?id=1', fails: '/station/competitors/1/comparison', shows: /confrontato con/ },
  {
    what: 'neighbours of a station',
    at: '/competitors?station_id=1',
    fails: '/station/competitors/neighbours',
    opens: (w) => press(w, 'Importa i vicini'),
    shows: /^Nel registro MIMIT non c’è nessun impianto/,
  },
  { what: 'catalogue', at: '/intracommerce/ordine?pv=1', fails: '/ecommerce/product/station/1', shows: 'Toner stampante cassa' },
  {
    what: 'stations of shop',
    at: '/intracommerce/ordine',
    fails: '/suggestions/stations',
    shows: 'Scegli il punto vendita per cui ordinare.',
  },
  { what: 'an order', at: '/intracommerce/ordine/1', fails: '/ecommerce/order/1', shows: 'Toner stampante cassa' },
  {
    what: 'statistics of the shop',
    at: '/intracommerce/statistiche?from=2026-01-01&to=2026-12-31',
    fails: '/ecommerce/order/products/statistics',
    shows: 'Toner stampante cassa',
  },
]
test('a read of prices, GPL and the shop that fails says so, and "Riprova" mends it', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    expect(await unmended(world, sales)).toEqual([])
  }))

test('what a manager reads at her station is read again after a fault', () =>
  onScreen('gestore', '/dashboard', async (world) => {
    const [{ id }] = (await (await world.as('gestore')).get('/suggestions/stations')).body.data
    const reads: FailingRead[] = [
      { what: 'her stations', at: '/dashboard', fails: /^\/stations\/directory\?per_page=5$/, shows: /^Prossima prova/ },
      { what: 'her prices', at: '/dashboard', fails: `/stations/${id}/prices`, shows: /^Ultima variazione/ },
      { what: 'her tanks', at: '/dashboard', fails: `/station/tanks/${id}`, shows: /^Prossima prova/ },
      { what: 'her obligations', at: '/dashboard', fails: '/management-obligations', shows: 'Chiusura annuale del registro ADM' },
      { what: 'her management', at: '/stazioni/manager', fails: '/managers-all', shows: 'Con gestione attiva' },
    ]
    expect(await unmended(world, reads)).toEqual([])
  }))

test('a ticket, a communication, a job and payslips are read again after a fault', () =>
  onScreen('admin', '/dashboard', async (world) => {
    const admin = await world.as('admin')
    const { y, n } = await openedBy(world, admin, { station_id: 1 })
    const communication = { subject: 'Nuova procedura', body: '<p>Da <b>lunedì</b>.</p>', roles: ['driver'] }
    const { id: told } = (await admin.post('/communications-ctrl', communication)).body.data
    const pages = [await paySheet(world, 'dipendente')]
    const { id: batch } = await uploaded(world, admin, [{ name: 'LUL.pdf', bytes: inventedPdf(pages) }])
    const [job] = await world.db
      .insert(job_history)
      .values({ type: 'prova', description: 'Prezzi di prova', status: 'completato' })
      .returning()
    const reads: FailingRead[] = [
      { what: 'a ticket', at: `/tickets/${y}/${n}`, fails: `/support/ticket/${y}/${n}`, shows: 'Non eroga da stamattina.' },
      {
        what: 'what was done with a ticket',
        at: `/tickets/${y}/${n}`,
        fails: `/support/ticket/history/${y}/${n}`,
        shows: /^\d+ event[oi]$/,
      },
      { what: 'the station of a ticket', at: `/tickets/${y}/${n}`, fails: '/stations/1', shows: /^Via Marconi/ },
      {
        what: 'a column of the board',
        at: '/tickets?scheda=lavagna',
        fails: /^\/support\/ticket\?.*status=1(&|$)/,
        shows: /^Pompa 3 ferma/,
      },
      { what: 'a communication', at: `/comunicazioni/${told}?type=2`, fails: `/communications-ctrl/${told}`, shows: 'lunedì' },
      {
        what: 'the recipients',
        at: `/comunicazioni/${told}?type=2`,
        fails: `/communications-ctrl/${told}/recipients`,
        shows: 'Ugo Autista',
      },
      {
        what: 'an upload of payslips',
        at: `/dipendente/paghe?scheda=gestione&id=${batch}`,
        fails: `/payrolls/batches/${batch}`,
        shows: /^1 documento da 1 file/,
      },
      { what: 'a job', at: `/storico-job/${job!.id}`, fails: `/admin/history/${job!.id}`, shows: /^L’operazione non ha righe/ },
    ]
    expect(await unmended(world, reads)).toEqual([])
  }))

test('an employee reads the own payslips again after a fault', () =>
  onScreen('dipendente', '/dashboard', async (world) => {
    const admin = await world.as('admin')
    const { id } = await uploaded(world, admin, [{ name: 'LUL.pdf', bytes: inventedPdf([await paySheet(world, 'dipendente')]) }])
    await admin.post(`/payrolls/batches/${id}/publish`)
    const reads: FailingRead[] = [{ what: 'own payslips', at: '/dipendente/paghe', fails: '/payrolls', shows: 'Marzo 2026' }]
    expect(await unmended(world, reads)).toEqual([])
  }))
