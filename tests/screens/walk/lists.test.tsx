// @vitest-environment jsdom
import '../../setup-dom.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { session } from '../../../src/lib/session.ts'
import { patient } from '../support/patient.ts'
import { choose, gone, press, pressIn } from '../support/steps.ts'
import { media, onScreen, openFilter } from '../support/world.tsx'

patient()
afterEach(() => {
  media.phone = false
  vi.restoreAllMocks()
})

test('what opens below a button of the frame or of a list is closed by Esc, and the focus is on the button', () =>
  onScreen('ispettore', '/verifiche', async (world) => {
    const { user, network, address } = world
    const before = { address: address(), writes: network.writes.length }
    const opener = (name: RegExp) =>
      waitFor(
        () =>
          [...document.querySelectorAll('button')].find((one) =>
            name.test(one.title || one.getAttribute('aria-label') || one.textContent),
          ) ?? expect.fail(String(name)),
      )
    for (const [name, text] of [
      [/^Connessione e invii/, 'Apri gli invii'],
      [/^Notifiche recenti/, 'Per te'],
      [/^Viste/, 'Elenco senza vista'],
    ] as const) {
      await user.click(await opener(name))
      await screen.findByText(text)
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByText(text), text).toBeNull())
      expect(document.activeElement, text).toBe(await opener(name))
    }
    expect({ address: address(), writes: network.writes.length }).toEqual(before)
    await user.click(await opener(/^Connessione e invii/))
    await user.click(await screen.findByRole('link', { name: 'Apri gli invii' }))
    await waitFor(() => expect(address()).toBe('/invii'))
    await waitFor(() => expect(screen.queryByText('Apri gli invii')).toBeNull())
  }))

test('a view is left unsaved, also with the roles that it was to be for', () =>
  onScreen('admin', '/servizi', async (world) => {
    const { user, network } = world
    const ask = async () => {
      await press(world, 'Viste')
      await press(world, 'Salva vista')
      return screen.findByRole('dialog', { name: 'Salva vista' })
    }
    await ask()
    await user.keyboard('{Escape}')
    await gone('Salva vista')
    await ask()
    await pressIn(world, 'Salva vista', 'Annulla')
    await gone('Salva vista')
    expect(network.writes).toEqual([])
    await ask()
    await choose(world, 'Condivisa con i ruoli', 'Autista')
    const dialog = () => within(screen.getByRole('dialog', { name: 'Salva vista' }))
    dialog().getByText('Autista')
    await user.click(dialog().getByRole('button', { name: 'Annulla' }))
    await gone('Salva vista')
    expect(network.writes).toEqual([])
  }))

test('on a phone a list has another order, and the menu opens, closes and finds', () => {
  media.phone = true
  return onScreen('admin', '/stazioni/banche', async (world) => {
    const { user, address } = world
    await screen.findByText('Banca Appennina')
    await press(world, /^(Filtri|Ordina)/)
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Ordina per' }), 'Nome, decrescente')
    await waitFor(() => expect(address()).toContain('sort=-name'))
    await user.keyboard('{Escape}')
    const menu = () => document.querySelector('nav[aria-label=MENU]')!
    await press(world, 'Apri il menu')
    await waitFor(() => expect(menu().hasAttribute('data-opened')).toBe(true))
    await user.click(document.querySelector('[aria-hidden=true][class*=scrim]')!)
    await waitFor(() => expect(menu().hasAttribute('data-opened')).toBe(false))
    await press(world, 'Apri il menu')
    await user.click(within(menu() as HTMLElement).getByText('Cerca'))
    await screen.findByRole('dialog', { name: 'Cerca' })
    await user.keyboard('{Escape}')
    await gone('Cerca')
  })
})

test('on a desk the menu is made small and large again', () =>
  onScreen('admin', '/dashboard', async (world) => {
    await press(world, 'Riduci il menu')
    await press(world, 'Espandi il menu')
    await screen.findByRole('button', { name: 'Riduci il menu' })
  }))

test('a list is narrowed to one category, and the rows of a small list change places until that is left', () =>
  onScreen('admin', '/intracommerce/articoli', async (world) => {
    const { user, address, network } = world
    await screen.findByText('Toner stampante cassa')
    await openFilter(user, 'Categoria')
    await user.click(await screen.findByRole('combobox', { name: 'Categoria' }))
    await user.click(await screen.findByRole('option', { name: /Carta e stampa/ }))
    await waitFor(() => expect(address()).toContain('category_id=1'))
    // Articles of the categories below it.
    await waitFor(() => expect(screen.queryByText('Scopa piazzale 40 cm')).toBeNull())
    await screen.findByText('Toner stampante cassa')
    await world.open('/servizi')
    await press(world, 'Ordina')
    const dialog = within(await screen.findByRole('dialog', { name: /^Ordine: / }))
    const [first, second] = (await dialog.findAllByRole('button', { name: /^Sposta giù: / })).map((one) =>
      one.getAttribute('aria-label')!.slice(12),
    )
    await user.click(dialog.getByRole('button', { name: `Sposta su: ${second}` }))
    await dialog.findByText(`1. ${second}`)
    await user.click(dialog.getByRole('button', { name: `Sposta giù: ${second}` }))
    await dialog.findByText(`1. ${first}`)
    await user.click(dialog.getByRole('button', { name: `Sposta su: ${second}` }))
    await user.keyboard('{Escape}')
    await press(world, 'Esci senza salvare')
    await gone()
    expect(network.writes).toEqual([])
  }))

test('a shared device is locked, and whoever leaves is signed out', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    await world.user.click(await screen.findByRole('switch', { name: /^Dispositivo condiviso/ }))
    await press(world, 'Blocca lo schermo')
    await screen.findByLabelText(/^Password/)
    fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: 'Demo!2026rete' } })
    await press(world, /^Sblocca/)
    await screen.findByRole('switch', { name: /^Dispositivo condiviso/ })
    await world.user.click(screen.getByRole('switch', { name: /^Dispositivo condiviso/ }))
    await press(world, 'Esci')
    await waitFor(() => expect(session.get().user).toBeNull())
    await screen.findByRole('button', { name: 'Accedi' })
  }))

test('what a manager or an employee keeps to himself is shown for a reason, and only then corrected; left, it is as it was', () =>
  onScreen('admin', '/stazioni/manager/1', async (world) => {
    const { user, network } = world
    const reason = async () => {
      const title = 'Mostra i dati riservati'
      const asks = await screen.findByRole('dialog', { name: title })
      await user.type(within(asks).getByRole('textbox', { name: /^Motivo/ }), 'Contratto')
      await pressIn(world, title, title)
      await gone(title)
    }
    await press(world, 'Mostra i dati riservati')
    await reason()
    await screen.findByText('GSTGNI79B50A512C')
    for (const [address, title] of [
      ['/stazioni/manager/1', 'Modifica gestore'],
      ['/stazioni/manager?scheda=dipendenti&modulo=1', 'Modifica dipendente'],
    ] as const) {
      await world.open(address)
      if (!address.includes('modulo')) await press(world, 'Modifica')
      const dialog = within(await screen.findByRole('dialog', { name: title }))
      expect(dialog.queryByRole('textbox', { name: /^Codice fiscale/ })).toBeNull()
      await user.click(await dialog.findByRole('button', { name: 'Mostra i dati riservati' }))
      await reason()
      expect((await dialog.findByRole<HTMLInputElement>('textbox', { name: /^Codice fiscale/ })).value).toMatch(/^[A-Z]{6}/)
      await pressIn(world, title, 'Annulla')
      await gone(title)
    }
    expect(network.writes.map(([call]) => call)).toEqual([
      'POST /managers/1/reveal',
      'POST /managers/1/reveal',
      expect.stringMatching(/^POST \/managers\/station-employee\/1\/reveal$/),
    ])
  }))
