// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { coupon_orders } from '../../../server/db/schema/coupons/coupons.ts'
import { inventedPdf } from '../../../server/db/seed/people/invented-pdf.ts'
import { placedOrder } from '../../api/support/shop-fixtures.ts'
import { openedBy } from '../../api/support/ticket-fixtures.ts'
import { paper } from '../../resources/files.ts'
import { paySheet, uploaded } from '../../resources/payslips.ts'
import { type LeftDialog, unclosed } from '../support/left-dialogs.ts'
import { patient } from '../support/patient.ts'
import { media, onScreen, type Screen } from '../support/world.tsx'

patient()
afterEach(() => {
  media.phone = false
})
const tick = async (world: Screen) => world.user.click((await screen.findAllByRole('checkbox', { name: /^Seleziona (?!la pagina)/ }))[0]!)

test('a dialog over a ticket, a document, an order or a payslip that is left is gone, and nothing was written', () =>
  onScreen('admin', '/dashboard', async (world) => {
    const admin = await world.as('admin')
    const { y, n } = await openedBy(world, admin, { station_id: 1 })
    const at = `/tickets/${y}/${n}`
    await admin.upload('/documents/upload', [paper])
    const order = await placedOrder(world.as)
    const { id: batch } = await uploaded(world, admin, [{ name: 'LUL.pdf', bytes: inventedPdf([await paySheet(world, 'dipendente')]) }])
    await world.db.update(coupon_orders).set({ status: 'paid' })
    const [done] = (await admin.get('/inspection?status=completed')).body.data.data
    const [wrong] = (await admin.get('/inspection/nc?status=open')).body.data.data
    const dialogs: LeftDialog[] = [
      { at, press: 'Altro', item: 'Assegna', title: 'Assegna il ticket' },
      { at, press: 'Altro', item: 'Unisci', title: 'Unisci a un altro ticket' },
      { at, press: 'Altro', item: 'Dividi', title: 'Dividi il ticket' },
      { at, press: 'Altro', item: 'Invia notifica', title: 'Invia notifica' },
      { at, press: 'Altro', item: 'Modifica', title: 'Modifica il ticket' },
      { at: '/documenti', press: /^Azioni/, item: 'Permessi', title: /^Permessi/ },
      { at: '/documenti', press: /^Azioni/, item: 'Nuova versione', title: /^Nuova versione/, leave: false },
      { at: `/intracommerce/ordine/${order.id}`, press: 'Conferma ordine', title: /^Conferma ordine/ },
      { at: `/dipendente/paghe?scheda=gestione&id=${batch}`, press: /^Azioni/, item: 'Cambia abbinamento', title: 'Abbina il documento' },
      { at: '/dipendente/paghe?scheda=gestione', press: 'Carica file', title: 'Carica file' },
      { at: '/coupons/3', press: 'Altro', item: 'Modifica recapiti', title: 'Modifica recapiti' },
      { at: '/tickets', press: 'Assegna', first: tick, title: 'Assegna' },
      { at: `/verifiche/${done.id}`, press: 'Altro', item: 'Riapri', title: /^Riapri/ },
      { at: `/verifiche/${wrong.inspection.id}`, press: 'Segna come risolta', title: 'Segna come risolta' },
      { at: '/storico-modifiche', press: /^Azioni/, item: 'Confronta', title: 'Confronta e ripristina' },
    ]
    expect(await unclosed(world, dialogs)).toEqual([])
  }))

test('the change of an order that is left is gone, and nothing was written', () =>
  onScreen('gestore', '/dashboard', async (world) => {
    const { id } = await placedOrder(world.as)
    const change: LeftDialog = { at: `/intracommerce/ordine/${id}`, press: 'Altro', item: 'Modifica', title: /^Modifica ordine/ }
    expect(await unclosed(world, [change])).toEqual([])
  }))

const sheets: LeftDialog[] = [
  { at: '/carte/clienti', press: 'Altro', title: 'Altro', leave: false },
  { at: '/carte/clienti', press: 'Filtri', title: 'Filtri', leave: 'Mostra' },
  { at: '/carte/clienti', press: /^Azioni/, title: 'Azioni', leave: false },
  { at: '/intracommerce/ordine?pv=1', press: 'Carrello', title: 'Ordine', leave: false },
]
test('on a phone a sheet that is left is gone, and nothing was written', () => {
  media.phone = true
  return onScreen('admin', '/dashboard', async (world) => {
    expect(await unclosed(world, sheets)).toEqual([])
  })
})
