// @vitest-environment jsdom
import '../../setup-dom.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { contact_categories } from '../../../server/db/schema/content/useful-contacts.ts'
import { client_errors } from '../../../server/db/schema/core/client-errors.ts'
import { makeStation } from '../../api/support/fixtures.ts'
import { NoWorker } from '../../no-worker.ts'
import { paper } from '../../resources/files.ts'
import { begunWith } from '../support/device.ts'
import { type LeftDialog, unclosed } from '../support/left-dialogs.ts'
import { patient } from '../support/patient.ts'
import { button } from '../support/quick.ts'
import { gone, press, pressIn, write } from '../support/steps.ts'
import { media, onScreen, openFilter, type Screen } from '../support/world.tsx'
import { dialogOf } from '../support/writes.ts'

patient()
vi.stubGlobal('Worker', NoWorker)
Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined })
afterEach(() => {
  media.phone = false
  vi.restoreAllMocks()
})
/** Changes a field and takes that back by "Annulla". */
async function takesBack({ user }: Screen, label: RegExp | string, text: string) {
  const box = await screen.findByLabelText<HTMLInputElement>(label)
  const before = box.value
  fireEvent.change(box, { target: { value: text } })
  fireEvent.blur(box)
  await user.click((await screen.findAllByRole('button', { name: 'Annulla' })).at(-1)!)
  await user.click(await screen.findByRole('button', { name: 'Esci senza salvare' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe(before))
}

test('settings that were changed and left are as before', () =>
  onScreen('admin', '/impostazioni?scheda=azienda', async (world) => {
    await takesBack(world, /^Ragione sociale/, 'Altra S.r.l.')
    await world.open('/impostazioni?scheda=conservazione')
    await takesBack(world, /^Registro attività/, '99')
    expect(world.network.writes).toEqual([])
  }))

test('a customer that is left is as before, and orders of vouchers are narrowed by their total', () =>
  onScreen('admin', '/carte/clienti/1', async (world) => {
    const { network, user, address } = world
    await press(world, 'Modifica')
    await screen.findByRole('button', { name: 'Salva' })
    await press(world, 'Annulla')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Salva' })).toBeNull())
    await world.open('/coupons')
    await openFilter(user, 'Totale minimo €')
    await user.type(await screen.findByRole('textbox', { name: 'Totale minimo €' }), '150')
    await waitFor(() => expect(address()).toContain('min_total=150'))
    expect(network.writes).toEqual([])
  }))

test('a new order of vouchers that is left leads back to the list', () =>
  onScreen('admin', '/coupons/nuovo', async ({ network, address }) => {
    fireEvent.click(await button('Annulla'))
    await waitFor(() => expect(address()).toMatch(/^\/coupons(\?|$)/))
    expect(network.writes).toEqual([])
  }))

test('two customers are compared, the other way round, and left as they are', () =>
  onScreen('admin', '/carte/clienti', async (world) => {
    const { user, network } = world
    await press(world, 'Duplicati')
    const list = await dialogOf('Possibili duplicati')
    for (const [label, code] of [
      ['Cliente che resta', '10001'],
      ['Cliente da unire', '10002'],
    ] as const) {
      await user.type(await list.findByRole('combobox', { name: label }), code)
      await user.click(await screen.findByRole('option', { name: new RegExp(`^${code} `) }))
    }
    network.instead = (method, url) => (method === 'GET' && /\/customers\/\d+$/.test(url) ? new Response('{}', { status: 500 }) : undefined)
    await user.click(list.getByRole('button', { name: 'Confronta' }))
    const again = await (await dialogOf('Unisci clienti')).findByRole('button', { name: 'Riprova' })
    network.instead = () => undefined
    await user.click(again)
    const merge = await dialogOf('Unisci clienti')
    await user.click(await merge.findByRole('button', { name: 'Tieni 10002' }))
    await user.click(await (await dialogOf('Unisci clienti')).findByRole('button', { name: 'Tieni 10001' }))
    await user.click(await (await dialogOf('Unisci clienti')).findByRole('button', { name: 'Indietro' }))
    await dialogOf('Possibili duplicati')
    expect(network.writes).toEqual([])
  }))

test('on a phone the state of a station and of a card opens a sheet that is left', () => {
  media.phone = true
  const sheets: LeftDialog[] = [
    { at: '/stazioni/1', press: /^Stato: /, title: 'Azioni', leave: false },
    { at: '/carte/16', press: /^Stato: /, title: 'Azioni', leave: false },
  ]
  return onScreen('admin', '/utenti/profilo', async (world) => {
    expect(await unclosed(world, sheets)).toEqual([])
  })
})

test('papers of prices, an error of a browser and the reports of a verifica are looked at and left', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    await world.db
      .insert(client_errors)
      .values({ kind: 'page', message: 'Non va', stack: 'a.ts:1', page: '/carte', app_version: '1' } as never)
    const dialogs: LeftDialog[] = [
      { at: '/prezzi', press: 'PDF', title: 'Stampa dei prezzi' },
      { at: '/impostazioni?scheda=errori', press: /^Azioni/, item: 'Dettagli', title: 'Non va', leave: false },
    ]
    expect(await unclosed(world, dialogs)).toEqual([])
  }))

test('a document that is looked at is saved, a group of contacts begins where there is none, and of many stations one is chosen to order for', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    const { user, db } = world
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      if (this.download) saved.push(this.download)
    })
    await (await world.as('admin')).upload('/documents/upload', [paper])
    await world.open('/documenti')
    await press(world, 'Apri uno')
    await pressIn(world, 'uno.pdf', 'Scarica')
    expect(saved).toEqual(['uno.pdf'])
    await db.delete(contact_categories)
    await world.reload('/contatti-utili')
    await press(world, 'Nuova categoria')
    await dialogOf('Nuova categoria')
    await user.keyboard('{Escape}')
    await gone('Nuova categoria')
    for (let at = 10; at < 35; at += 1) await makeStation(db, { code: `ZZ${at}` })
    await world.reload('/intracommerce/ordine')
    await user.type(await screen.findByRole('combobox', { name: 'Punto vendita' }), 'ZZ12')
    await user.click(await screen.findByRole('option', { name: /^ZZ12 / }))
    await waitFor(() => expect(world.address()).toMatch(/pv=\d+/))
  }))

test('a photo is asked of the camera, and earlier reports of the station are looked at, while a verifica is filled in', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { card } = await begunWith(world, 'CAMERA', [{ key: 'q_uno', type: 'yes_no', label: 'È pulito?' }])
    const asked = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined)
    const button = (await card('È pulito?')).getByRole('button', { name: 'Foto' })
    fireEvent.click(button)
    expect(asked).toHaveBeenCalledOnce()
    asked.mockRestore()
    await press(world, 'Altre azioni')
    await world.user.click(await screen.findByRole('menuitem', { name: 'Ultimi verbali del punto vendita', hidden: true }))
    await screen.findByRole('dialog', { name: /^Ultimi verbali di / })
    await world.user.keyboard('{Escape}')
    await gone(/^Ultimi verbali di /)
  }))

test('a manager renews what her device holds', () =>
  onScreen('gestore', '/dashboard', async (world) => {
    const asked = () => world.network.asked.filter((one) => one.includes('/stations/directory')).length
    const renew = await screen.findByRole('button', { name: 'Aggiorna dati offline' })
    await waitFor(() => expect(renew.hasAttribute('data-loading')).toBe(false))
    const before = asked()
    await world.user.click(renew)
    await waitFor(() => expect(asked()).toBeGreaterThan(before))
    within(await screen.findByRole('region', { name: 'Lavoro senza rete' })).getByText(/^Pronto per lavorare offline/)
  }))

test('what waits is exported whole or one by one, and sent at once', () =>
  onScreen('admin', '/stazioni/1?scheda=appunti', async (world) => {
    const { network } = world
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    await screen.findByText('Nessun appunto.')
    network.down = true
    await press(world, 'Nuovo appunto')
    await write(world, /^Testo/, 'Senza rete')
    await press(world, 'Salva')
    await screen.findByText('Senza rete')
    await world.open('/invii')
    await press(world, 'Esporta tutto')
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1))
    network.down = false
    await press(world, 'Invia adesso')
    await screen.findByRole('button', { name: 'Invia adesso' })
  }))
