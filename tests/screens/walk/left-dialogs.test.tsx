// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type LeftDialog, unclosed } from '../support/left-dialogs.ts'
import { patient } from '../support/patient.ts'
import { press } from '../support/steps.ts'
import { onScreen, type Screen } from '../support/world.tsx'

patient()
const tab = (name: string) => async (world: Screen) => world.user.click(await screen.findByRole('tab', { name }))
const office: LeftDialog[] = [
  { at: '/servizi', press: 'Ordina', title: /^Ordin/ },
  { at: '/dashboard', press: 'Vai a pagine, azioni e record', title: 'Cerca', leave: false },
  { at: '/contatti-utili', press: 'Nuova categoria', first: (w) => press(w, 'Modifica contatti'), title: 'Nuova categoria' },
  { at: '/comunicazioni', press: 'Nuovo messaggio', title: 'Nuovo messaggio' },
  { at: '/autisti', press: 'Carica file', title: 'Carica file', leave: false },
  { at: '/documenti', press: /Carica/, title: 'Carica documenti', leave: false },
]
test('a dialog of the office that is left is gone, and nothing was written', () =>
  onScreen('admin', '/dashboard', async (world) => {
    expect(await unclosed(world, office)).toEqual([])
  }))

const sales: LeftDialog[] = [
  { at: '/carte', press: 'Stampa', title: /Stampa/ },
  { at: '/carte/clienti/1', press: 'Cancella i dati', first: tab('Dati personali'), title: /^Cancellare i dati/ },
  { at: '/carte/clienti', press: 'Nuovo cliente', title: 'Nuovo cliente' },
  { at: '/carte/logs', press: /^Azioni/, item: 'Dettagli', title: /·/, leave: false },
  { at: '/carte/clienti', press: 'Sincronizza intervallo', title: 'Sincronizza intervallo' },
  { at: '/coupons/3', press: 'Registra pagamento', title: 'Registra pagamento' },
  { at: '/richieste-carte-gpl/4', press: /corso$/, title: 'Assegna corso' },
  { at: '/richieste-carte-gpl/4', press: 'Annulla richiesta', title: 'Annulla richiesta' },
  { at: '/richieste-carte-gpl', press: 'Nuova richiesta', title: 'Nuova richiesta' },
  { at: '/calendario-corsi-gpl?mese=2026-11', press: 'Corso GPL self-service', title: /^Corso GPL/, leave: false },
  { at: '/calendario-corsi-gpl', press: 'Nuovo corso', title: 'Nuovo corso' },
  { at: '/intracommerce/categoria', press: 'Nuova categoria', title: 'Nuova categoria' },
  { at: '/intracommerce/articoli', press: 'Importa', title: 'Importa articoli', leave: false },
  { at: '/intracommerce/articoli', press: 'Carica foto', title: 'Carica foto degli articoli' },
]
test('a dialog of cards, coupons, GPL or the shop that is left is gone, and nothing was written', () =>
  onScreen('admin', '/dashboard', async (world) => {
    expect(await unclosed(world, sales)).toEqual([])
  }))

const network: LeftDialog[] = [
  { at: '/qr-fatturazione', press: 'Nuovo QR', title: 'Nuovo QR' },
  { at: '/scadenze/1', press: 'Completa', title: 'Completa la scadenza' },
  { at: '/competitors', press: /^Azioni/, item: 'Confronta i prezzi', title: /./, leave: false },
  { at: '/competitors', press: 'Nuovo concorrente', title: 'Nuovo concorrente' },
  { at: '/competitors?station_id=1', press: 'Importa i vicini', title: 'Importa i vicini', leave: false },
  { at: '/stazioni/1?scheda=carburanti', press: 'Nuovo prezzo', title: 'Nuovo prezzo' },
  { at: '/stazioni', press: 'Report Excel', title: 'Report Excel' },
  { at: '/stazioni/1', press: 'Aggiungi copertina', title: 'Copertina del punto vendita', leave: false },
  { at: '/stazioni/1', press: /^Stato: /, item: 'Chiudi temporaneamente', title: /^Chiudere/ },
]
test('a dialog of stations or competitors that is left is gone, and nothing was written', () =>
  onScreen('admin', '/dashboard', async (world) => {
    expect(await unclosed(world, network)).toEqual([])
  }))

const people: LeftDialog[] = [
  { at: '/stazioni/manager', press: 'Nuovo gestore', title: 'Nuovo gestore' },
  { at: '/stazioni/manager/1', press: 'Mostra i dati riservati', title: 'Mostra i dati riservati' },
  { at: '/stazioni/manager?scheda=dipendenti', press: 'Nuovo dipendente', title: 'Nuovo dipendente' },
  { at: '/stazioni/manager/1', press: 'Modifica', title: 'Modifica gestore' },
  { at: '/stazioni/manager?scheda=dipendenti', press: /^Azioni/, item: 'Modifica', title: 'Modifica dipendente' },
  { at: '/stazioni/manager/1', press: 'Cancella i dati', title: /^Cancellare i dati/ },
]
test('a dialog of managers or their employees that is left is gone, and nothing was written', () =>
  onScreen('admin', '/dashboard', async (world) => {
    expect(await unclosed(world, people)).toEqual([])
  }))

const field: LeftDialog[] = [
  { at: '/verifiche', press: 'Pianifica', title: 'Pianifica verifiche' },
  { at: '/verifiche', press: 'Nuova verifica', title: 'Nuova verifica: modello', leave: false },
  { at: '/verifiche', press: 'Importa ZIP di un dispositivo', title: 'Importa ZIP di un dispositivo' },
  { at: '/verifiche/1', press: 'Altro', item: 'Invia al gestore', title: 'Invia al gestore' },
  { at: '/verifiche/modello', press: 'Importa da XLSForm', title: 'Importa da XLSForm', leave: false },
  { at: '/verifiche/modello', press: 'Importa modello pronto', title: 'Modelli pronti', leave: false },
  { at: '/verifiche/modello', press: 'Nuovo modello', title: 'Nuovo modello' },
  { at: '/tickets/gruppi-di-notifica', press: 'Nuovo gruppo', title: 'Nuovo gruppo' },
  { at: '/utenti', press: 'Nuovo utente', title: 'Nuovo utente' },
  { at: '/tickets/categorie', press: 'Nuova categoria', title: 'Nuova categoria' },
]
test('a dialog of verifiche, tickets or users that is left is gone, and nothing was written', () =>
  onScreen('admin', '/dashboard', async (world) => {
    expect(await unclosed(world, field)).toEqual([])
  }))
