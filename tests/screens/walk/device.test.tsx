// @vitest-environment jsdom
import '../../setup-dom.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ErrorPage } from '../../../src/app/ErrorPage.tsx'
import { update } from '../../../src/app/updates.ts'
import { installOffer } from '../../../src/lib/install-offer.ts'
import { jpeg } from '../../api/support/inspection-fixtures.ts'
import { openedBy } from '../../api/support/ticket-fixtures.ts'
import { patient } from '../support/patient.ts'
import { gone, press, write } from '../support/steps.ts'
import { onPage, onScreen } from '../support/world.tsx'

patient()
Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined })
afterEach(() => {
  update.set(undefined)
  installOffer.set(undefined)
})

test('a new version waits until it is wanted, comes when it is, and says so while it comes', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    const apply = vi.fn(() => update.set('coming'))
    act(() => update.set({ apply }))
    await press(world, 'Dopo')
    await waitFor(() => expect(screen.queryByText('È disponibile una nuova versione.')).toBeNull())
    act(() => update.set({ apply }))
    await press(world, 'Aggiorna')
    expect(apply).toHaveBeenCalledOnce()
    const notice = await screen.findByText(/^La nuova versione arriva/)
    await world.user.click(within(notice.closest('[role=status]') as HTMLElement).getByRole('button', { name: 'Chiudi' }))
    await waitFor(() => expect(screen.queryByText(/^La nuova versione arriva/)).toBeNull())
  }))

test('the app is installed where the browser offers it, from the profile and the dashboard, or the hint goes away', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    const prompt = vi.fn(async () => undefined)
    const offer = () => act(() => installOffer.set(Object.assign(new Event('x'), { prompt })))
    offer()
    await press(world, 'Installa l’app')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Installa l’app' })).toBeNull())
    await world.open('/dashboard')
    offer()
    await press(world, 'Installa l’app')
    await waitFor(() => expect(screen.queryByText(/^Installa Piazzale: /)).toBeNull())
    expect(prompt).toHaveBeenCalledTimes(2)
    offer()
    await press(world, 'Non ora')
    await waitFor(() => expect(screen.queryByText(/^Installa Piazzale: /)).toBeNull())
  }))

test('a page that failed is tried again', () => {
  const reset = vi.fn()
  return onPage(
    'admin',
    () => <ErrorPage error={new Error('Non va')} reset={reset} />,
    async (world) => {
      await screen.findByText('Non va')
      await press(world, 'Riprova')
      expect(reset).toHaveBeenCalledOnce()
    },
  )
})

test('a photo that could not be read is read again, opens large, and is offered as a file where it cannot be shown', () =>
  onScreen('admin', '/dashboard', async (world) => {
    const { user, network } = world
    const bytes = new Uint8Array(await jpeg())
    let there = false
    network.instead = (method, url) =>
      method === 'GET' && url.includes('/inspection/files/')
        ? there
          ? new Response(bytes, { headers: { 'content-type': 'image/jpeg' } })
          : new Response('{}', { status: 500 })
        : undefined
    await world.open('/verifiche/1')
    const lost = 'Foto panoramica, foto 1 non disponibile: riprova'
    await screen.findByRole('button', { name: lost }, { timeout: 5_000 })
    there = true
    await press(world, lost)
    const open = await screen.findByRole('button', { name: 'Apri Foto panoramica, foto 1' })
    await user.click(open)
    await screen.findByRole('dialog', { name: 'Foto panoramica, foto 1' })
    await user.keyboard('{Escape}')
    await gone('Foto panoramica, foto 1')
    fireEvent.error(open.querySelector('img')!)
    await screen.findByRole('link', { name: "Illeggibile. Scarica l'originale" })
    network.instead = () => undefined
  }))

test('a picture of a ticket opens large and closes again', () =>
  onScreen('helpdesk', '/utenti/profilo', async (world) => {
    const helpdesk = await world.as('helpdesk')
    const { y, n } = await openedBy(world, helpdesk)
    await helpdesk.upload(`/support/ticket/${y}/${n}/upload`, [{ name: 'pompa.jpg', bytes: await jpeg() }])
    await world.open(`/tickets/${y}/${n}`)
    await press(world, 'Apri pompa.jpg')
    await screen.findByRole('dialog', { name: 'pompa.jpg' })
    await world.user.keyboard('{Escape}')
    await gone('pompa.jpg')
  }))

test('a note that is begun is left without a trace, and one of the device alone is deleted there', () =>
  onScreen('admin', '/stazioni/1?scheda=appunti', async (world) => {
    const { network } = world
    await screen.findByText('Nessun appunto.')
    await press(world, 'Nuovo appunto')
    await write(world, /^Testo/, 'Da buttare')
    await press(world, 'Annulla')
    await screen.findByText('Nessun appunto.')
    network.down = true
    await press(world, 'Nuovo appunto')
    await write(world, /^Testo/, 'Senza rete')
    await press(world, 'Salva')
    await screen.findByText('Senza rete')
    await press(world, 'Elimina')
    await world.user.click(
      within(await screen.findByRole('dialog', { name: 'Conferma eliminazione' })).getByRole('button', { name: 'Elimina' }),
    )
    await waitFor(() => expect(screen.queryByText('Senza rete')).toBeNull())
  }))

test('the picture of a code that could not be read is read again', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    await (await world.as('admin')).upload('/stations/qr/1', [], { name: 'Fatture' })
    world.network.instead = (method, url) =>
      method === 'GET' && url.includes('/stations/qr/1/image') ? new Response('{}', { status: 500 }) : undefined
    await world.open('/qr-fatturazione')
    await screen.findByText('L’immagine non si è potuta leggere.')
    world.network.instead = () => undefined
    await press(world, 'Riprova')
    await screen.findByAltText(/^QR di PV001/)
  }))

test('cards are printed on the paper that was chosen, or not at all', () =>
  onScreen('admin', '/carte', async (world) => {
    await press(world, 'Stampa')
    const dialog = within(await screen.findByRole('dialog', { name: /Stampa/ }))
    const papers = await dialog.findAllByRole<HTMLInputElement>('radio')
    await world.user.click(papers[1]!)
    expect(papers.map(({ checked }) => checked)).toEqual(papers.map((_, at) => at === 1))
    await world.user.click(dialog.getByRole('button', { name: 'Annulla' }))
    await gone()
    expect(world.network.writes).toEqual([])
  }))
