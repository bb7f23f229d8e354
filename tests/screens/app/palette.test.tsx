// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/app/layers.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { banks } from '../../../server/db/schema/banks/banks.ts'
import { dispensers, fire_extinguishers } from '../../../server/db/schema/equipment/equipment.ts'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { recent, watchRecent } from '../../../src/app/recent.ts'
import { router } from '../../../src/app/router.ts'
import { purgeDevice, RECENT } from '../../../src/lib/purge.ts'
import { session } from '../../../src/lib/session.ts'
import { onScreen } from '../support/world.tsx'

afterEach(() => localStorage.clear())
const dialog = () => screen.findByRole('dialog', { name: 'Cerca' })
const groups = () =>
  screen
    .getAllByRole('group')
    .map(
      (group) =>
        within(group).queryAllByRole('option').length &&
        group.getAttribute('aria-labelledby') &&
        document.getElementById(group.getAttribute('aria-labelledby')!)?.textContent,
    )
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)

test('Ctrl+K finds pages, actions and records by what is typed, and Enter goes there', async () => {
  await onScreen('contabilita', '/dashboard', async ({ user, address, db }) => {
    const [bank] = await db.select().from(banks).limit(1)
    await screen.findByRole('heading', { level: 1 })
    await user.keyboard('{Control>}k{/Control}')
    await dialog()
    await user.keyboard('ban')
    await waitFor(() => expect(options().slice(0, 2)).toEqual(['BancheConti, carte e documenti', 'Nuova banca']))
    await user.clear(screen.getByRole('combobox', { name: 'Pagina, azione o record' }))
    await user.keyboard(bank!.name)
    await waitFor(() => expect(options()).toEqual([`${bank!.name}${bank!.branch ?? ''}`]))
    expect(groups()).toEqual(['Banche (1)'])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe(`/stazioni/banche/${bank!.id}`))
    expect(screen.queryByRole('dialog')).toBeNull()

    await user.keyboard('{Control>}k{/Control}')
    await dialog()
    // A name that begins with the text comes before one that only contains it.
    await user.keyboard('cambia')
    expect(options()[0]).toBe('Cambia passwordDel tuo profilo')
    await user.clear(screen.getByRole('combobox', { name: 'Pagina, azione o record' }))
    await user.keyboard('nuova{ArrowDown}{ArrowUp}{Enter}')
    await screen.findByRole('dialog', { name: 'Nuova banca' })
    // Over a dialog there is no second layer.
    await user.keyboard('{Control>}k{/Control}')
    expect(screen.queryByRole('dialog', { name: 'Cerca' })).toBeNull()
  })
})

test('pages of the menu that stand nowhere else are found, also by those who only read them', () =>
  onScreen('lettura.conta', '/dashboard', async ({ user, address }) => {
    await user.click(await screen.findByRole('button', { name: 'Vai a pagine, azioni e record' }))
    await dialog()
    await user.keyboard('elenco')
    const lists = ['richieste GPLGPL', 'tessereTessere', 'clienti tessereTessere', 'operaz. clientiTessere', 'buoniBuoni carburante']
    await waitFor(() => expect(options().slice(0, lists.length)).toEqual(lists.map((one) => `Elenco ${one}`)))
    await user.click(screen.getByRole('option', { name: /^Elenco buoni/ }))
    await waitFor(() => expect(address()).toBe('/coupons'))
  }))

test('nobody is offered what they may not open; without a network there are pages and actions, and it is said', async () => {
  await onScreen('ispettore', '/dashboard', async ({ user, network }) => {
    const button = await screen.findByRole('button', { name: 'Vai a pagine, azioni e record' })
    await user.click(button)
    await dialog()
    const before = network.asked.length
    await user.keyboard('PV00')
    await waitFor(() => expect(groups()).toEqual(['Stazioni (8)', 'Verifiche (6)']))
    expect(network.asked.slice(before).filter((one) => /\/(banks|users|stations|inspection)\?.*PV00/.test(one))).toEqual([])
    await user.clear(screen.getByRole('combobox', { name: 'Pagina, azione o record' }))
    await user.keyboard('banca')
    await screen.findByText('Nessun risultato per «banca»')
    network.down = true
    await user.clear(screen.getByRole('combobox', { name: 'Pagina, azione o record' }))
    await user.keyboard('verifica')
    await screen.findByText(/^I record non si possono cercare adesso/)
    expect(options()).toContain('Nuova verificaAvvia adesso')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(button)
  })
})

test('Enter pressed before the answer opens what was typed, never what fewer letters had found; an arrow stays where it went', () =>
  onScreen('contabilita', '/dashboard', async ({ user, address, db, open, network }) => {
    await db.insert(banks).values([{ name: 'Zeta prima' }, { name: 'Zeta seconda' }])
    await screen.findByRole('heading', { level: 1, name: /^Buon(giorno|asera)/ })
    const palette = async () => {
      await user.keyboard('{Control>}k{/Control}')
      await dialog()
    }
    await palette()
    await user.keyboard('zeta')
    await waitFor(() => expect(options()).toEqual(['Zeta prima', 'Zeta seconda']))
    await user.keyboard(' seconda{Enter}')
    const [second] = await db.select().from(banks).where(eq(banks.name, 'Zeta seconda'))
    await waitFor(() => expect(address()).toBe(`/stazioni/banche/${second!.id}`))

    await open('/dashboard')
    await palette()
    const selected = () => document.querySelector('[data-combobox-selected]')?.textContent
    await user.keyboard('ban{ArrowDown}')
    expect(selected()).toBe('Nuova banca')
    await waitFor(() => expect(network.asked.some((one) => /\/search\?.*search=ban/.test(one))).toBe(true))
    await waitFor(() => expect(options().length).toBeGreaterThan(2))
    expect(selected()).toBe('Nuova banca')
  }))

test('an address that names no record is not remembered, and one remembered before spoils no search', () =>
  onScreen('contabilita', '/dashboard', async ({ user, db, open }) => {
    await db.insert(banks).values({ name: 'Zeta sola' })
    const key = `${RECENT}${session.get().user!.id}`
    localStorage.setItem(key, JSON.stringify(['stations:xyz', 'banks:1']))
    expect(recent()).toEqual(['banks:1'])
    const stop = watchRecent(router)
    await open('/stazioni/xyz')
    stop()
    expect(recent()).toEqual(['banks:1'])
    await open('/dashboard')
    await user.keyboard('{Control>}k{/Control}')
    await dialog()
    await user.keyboard('zeta sola')
    await waitFor(() => expect(options()).toContain('Zeta sola'))
  }))

test('what was opened lately stands first, in the order it was opened, and is forgotten at the sign-out; only its number is kept', () =>
  onScreen('contabilita', '/dashboard', async ({ user, address, db, open }) => {
    const made = await db
      .insert(banks)
      .values(['Zeta prima', 'Zeta seconda', 'Zeta terza'].map((name) => ({ name })))
      .returning()
    await screen.findByRole('heading', { level: 1, name: /^Buon(giorno|asera)/ })
    await open(`/stazioni/banche/${made[1]!.id}`)
    // The page one begins on counts too.
    const stop = watchRecent(router)
    await open(`/stazioni/banche/${made[2]!.id}`)
    stop()
    await open('/dashboard')
    await user.keyboard('{Control>}k{/Control}')
    await dialog()
    await waitFor(() => expect(groups()[0]).toBe('Aperti di recente'))
    expect(options().slice(0, 2)).toEqual(['Zeta terza', 'Zeta seconda'])
    await user.keyboard('zeta')
    await waitFor(() => expect(options()).toEqual(['Zeta seconda', 'Zeta terza', 'Zeta prima']))
    expect(JSON.stringify(localStorage)).not.toContain('Zeta')
    await user.keyboard('{End}{Enter}')
    await waitFor(() => expect(address()).toBe(`/stazioni/banche/${made[0]!.id}`))
    expect(recent()[0]).toBe(`banks:${made[0]!.id}`)
    await purgeDevice(session.get().user!.id)
    expect(recent()).toHaveLength(3)
    await purgeDevice()
    expect(recent()).toEqual([])
  }))

test('a plate leads to the piece in its station; of more than a few the list of all is at hand; Ctrl+Enter opens beside', () =>
  onScreen('admin', '/dashboard', async ({ user, address, db }) => {
    const [station] = await db.select().from(stations).limit(1)
    const [piece] = await db.insert(fire_extinguishers).values({ station_id: station!.id, number: 'ZX9912', type: 'co2' }).returning()
    await db.insert(banks).values(Array.from({ length: 7 }, (_, at) => ({ name: `Zeta ${at}` })))
    await screen.findByRole('heading', { level: 1 })
    await user.keyboard('{Control>}k{/Control}')
    await dialog()
    await user.keyboard('zx99')
    await waitFor(() => expect(groups()).toEqual(['Estintori (1)']))
    const beside = vi.spyOn(window, 'open').mockReturnValue(null)
    await user.keyboard('{Control>}{Enter}{/Control}')
    const place = `/stazioni/${station!.id}?scheda=attrezzature&parte=estintori&pezzo=${piece!.id}`
    expect(beside.mock.calls).toEqual([[place, '_blank', 'noopener']])
    beside.mockRestore()
    expect(address()).toBe('/dashboard')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe(place))

    await user.keyboard('{Control>}k{/Control}')
    await dialog()
    await user.keyboard('zeta')
    await waitFor(() => expect(options().at(-1)).toBe('Tutti i risultati in Banche7'))
    await user.keyboard('{End}{Enter}')
    await waitFor(() => expect(address()).toBe('/stazioni/banche?search=zeta'))

    await db.insert(banks).values(Array.from({ length: 1_001 }, (_, at) => ({ name: `Omega ${at}` })))
    await user.keyboard('{Control>}k{/Control}')
    await dialog()
    await user.keyboard('omega')
    await waitFor(() => expect(groups()).toEqual(['Banche (oltre 1.000)']))
    expect(options().at(-1)).toBe('Tutti i risultati in Bancheoltre 1.000')
  }))

test('of two pieces that are called alike the one that was chosen is opened', () =>
  onScreen('admin', '/dashboard', async ({ user, address, db }) => {
    const there = await db.select().from(stations).limit(2)
    const twins = await db
      .insert(dispensers)
      .values(there.map(({ id }) => ({ station_id: id, number: 'ZY7701' })))
      .returning()
    const places = twins.map(({ id, station_id }) => `/stazioni/${station_id}?scheda=attrezzature&parte=erogatori&pezzo=${id}`)
    await screen.findByRole('heading', { level: 1 })
    await user.keyboard('{Control>}k{/Control}')
    await dialog()
    await user.keyboard('zy77')
    await waitFor(() => expect(groups()).toEqual(['Erogatori (2)']))
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(places).toContain(address()))
    expect(twins.map(({ id }) => `dispensers:${id}`)).toContain(recent()[0])
    const first = recent()[0]

    await user.keyboard('{Control>}k{/Control}')
    await dialog()
    await user.keyboard('zy77')
    await waitFor(() => expect(groups()).toEqual(['Erogatori (2)']))
    // The record opened last comes first.
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(recent()[0]).not.toBe(first)
    expect(recent().slice(0, 2)).toContain(first)
  }))

test('"?" shows the keys of the app, from any page and from the palette, but not to who is typing; Esc gives the focus back', () =>
  onScreen('contabilita', '/stazioni/banche', async ({ user }) => {
    const box = await screen.findByRole('searchbox', { name: 'Cerca' })
    await user.click(box)
    await user.keyboard('?')
    expect(screen.queryByRole('dialog')).toBeNull()
    const button = screen.getByRole('button', { name: 'Vai a pagine, azioni e record' })
    act(() => button.focus())
    await user.keyboard('?')
    const sheet = await screen.findByRole('dialog', { name: 'Scorciatoie da tastiera' })
    expect(
      within(sheet)
        .getAllByRole('region')
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual(['Ovunque', 'In un elenco', 'Tra le righe di una tabella', 'In un record', 'In un modulo'])
    expect(sheet.textContent).toContain('Cerca pagine, azioni e recordCtrlK')
    expect(within(sheet).getByRole('region', { name: 'Tra le righe di una tabella' }).textContent).toBe(
      'Tra le righe di una tabella' +
        'Vai alla riga sopra o sotto↑o↓Vai alla cella accanto←o→Vai alla prima o all’ultima rigaIniziooFineApri la rigaInvio' +
        'Modifica la cella (riepilogo orari)F2oInvioSeleziona la rigaSpazioSeleziona fino a questa rigaMaiuscSpazio' +
        'Apri le azioni della rigaMaiuscF10oMenu',
    )
    expect(sheet.textContent).toContain('Pianifica la verifica e passa alla successivaCtrlMaiuscInvio')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(button)
    await user.keyboard('{Control>}k{/Control}')
    await dialog()
    await user.click(screen.getByRole('button', { name: 'Scorciatoie da tastiera' }))
    await screen.findByRole('dialog', { name: 'Scorciatoie da tastiera' })
    expect(screen.queryByRole('dialog', { name: 'Cerca' })).toBeNull()
  }))
