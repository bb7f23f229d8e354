// @vitest-environment jsdom
import '../../setup-dom.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { devices } from '../../../server/db/schema/people/devices.ts'
import { PASSWORD } from '../../api/support/world.ts'
import { cells, onScreen, openFilter } from '../support/world.tsx'

afterEach(() => vi.unstubAllGlobals())
/** A browser that protects what is stored once it is asked, if it does; without `willing` one that tells nothing of its storage. */
function browser(willing?: boolean) {
  let persistent = false
  vi.stubGlobal('navigator', {
    ...Object.fromEntries(['onLine', 'userAgent', 'language'].map((key) => [key, navigator[key as 'onLine']])),
    storage: willing !== undefined && {
      estimate: async () => ({ usage: 3_400_000, quota: 10_700_000_000 }),
      persisted: async () => persistent,
      persist: async () => {
        persistent = willing
        return willing
      },
    },
  })
}

test('the profile says who one is and what this device keeps; asking to keep it is answered either way', async () => {
  browser(false)
  await onScreen('rete', '/utenti/profilo', async ({ user }) => {
    await screen.findByText('Spazio occupato: 3,4 MB di 10,7 GB.')
    screen.getByText('rete@demo.example.it')
    await user.click(screen.getByRole('button', { name: 'Proteggi i dati' }))
    await screen.findByText('Il browser non lo consente ancora: installa l’app, o usala per qualche giorno, e riprova.')
    screen.getByRole('button', { name: 'Proteggi i dati' })
  })
  browser(true)
  await onScreen('rete', '/utenti/profilo', async ({ user }) => {
    await user.click(await screen.findByRole('button', { name: 'Proteggi i dati' }))
    await screen.findByText('I dati salvati qui sono protetti dalla pulizia automatica del browser.')
    expect(screen.queryByRole('button', { name: 'Proteggi i dati' })).toBeNull()
  })
  browser()
  await onScreen('rete', '/utenti/profilo', async () => {
    await screen.findByText(/non permette di proteggerli: invia appena c’è rete\.$/)
    expect(screen.queryByRole('button', { name: 'Proteggi i dati' })).toBeNull()
  })
})

test('the password is changed by whoever knows the present one; then every device asks to sign in again', () =>
  onScreen('rete', '/utenti/profilo', async ({ user, as, address }) => {
    const next = 'cavallo batteria graffetta'
    const elsewhere = await as('rete')
    const fill = async (...texts: string[]) => {
      for (const [at, label] of ['Password attuale', 'Nuova password', 'Conferma password'].entries()) {
        fireEvent.change(await screen.findByLabelText(label), { target: { value: texts[at] } })
      }
      await user.click(screen.getByRole('button', { name: 'Cambia password' }))
    }
    await fill('', 'corta', 'altra')
    for (const words of [
      'Il campo Password attuale è obbligatorio.',
      'La password deve avere almeno 15 caratteri.',
      'Il campo Conferma password non corrisponde.',
    ])
      await screen.findByText(words)
    await fill('non è questa', next, next)
    await screen.findAllByText('La password attuale non è corretta.')
    expect((await elsewhere.get('/auth/me')).status).toBe(200)
    await fill(PASSWORD, next, next)
    await waitFor(async () => expect((await elsewhere.get('/auth/me')).status).toBe(401))
    await screen.findAllByText('Password modificata. Esci e accedi nuovamente.')
    const login = async (password: string) => (await (await as()).post('/auth/login', { email: 'rete@demo.example.it', password })).status
    expect([await login(PASSWORD), await login(next)]).toEqual([422, 200])
    expect(address()).toBe('/utenti/profilo')
    expect(screen.getAllByText('Password modificata. Esci e accedi nuovamente.').length).toBeGreaterThan(0)
  }))

test('who comes to change the password is at its first field', () =>
  onScreen('rete', '/dashboard', async ({ open, user }) => {
    await screen.findByRole('heading', { level: 1, name: /^Buon(giorno|asera)/ })
    await open('/utenti/profilo')
    await screen.findByLabelText('Password attuale')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
    await open('/dashboard')
    await screen.findByRole('heading', { level: 1, name: /^Buon(giorno|asera)/ })
    await open('/utenti/profilo#password')
    await waitFor(async () => expect(document.activeElement).toBe(await screen.findByLabelText('Password attuale')))
    // A person who is already on the page.
    await open('/utenti/profilo')
    await user.click(screen.getByLabelText('Nuova password'))
    await open('/utenti/profilo#password')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password attuale')))
  }))

test('devices: who has work the office has not got, silent for a day, stands out and can be looked for', () =>
  onScreen(
    'admin',
    '/dispositivi',
    async ({ user, address, as, open }) => {
      await screen.findByText(/^Un dispositivo ha lavoro non inviato e non si fa sentire da più di 24 ore/)
      await waitFor(() => expect(cells()).toHaveLength(2))
      const rows = () => cells().map((row) => [row[0], row[2], row[4]])
      expect(rows()).toHaveMembers([
        ['Irene Ispettrice', 'Tutto inviato', '0'],
        ['Ivan Ispettore', 'Non raggiungibile, da inviare', '3'],
      ])
      await openFilter(user, 'Muti con lavoro non inviato')
      await user.click(await screen.findByRole('radio', { name: 'Sì' }))
      await waitFor(() => expect(rows()).toEqual([['Ivan Ispettore', 'Non raggiungibile, da inviare', '3']]))
      expect(address()).toMatch(/silent=/)
      expect((await (await as('ispettore')).get('/devices')).status).toBe(403)
      await open('/dispositivi')
      await user.click(await screen.findByRole('link', { name: 'Mostralo' }))
      await waitFor(() => expect(address()).toBe('/dispositivi?silent=true'))
    },
    async ({ db, deps, as }) => {
      const ids = { silent: (await as('ispettore')).user_id, quiet: (await as('ispettore2')).user_id }
      const device = (user_id: number, unsent: number, days: number) => ({
        ...{ id: crypto.randomUUID(), user_id, agent: 'Test', app_version: 'v1', unsent, persistent: true },
        last_contact: new Date(deps.now().getTime() - days * 86_400_000).toISOString(),
      })
      await db.insert(devices).values([device(ids.silent, 3, 2), device(ids.quiet, 0, 5)])
    },
  ))

test('a device is signed out; "Non sono stato io" ends all, and the password is worth nothing any more', () =>
  onScreen('rete', '/dashboard', async ({ user, as, network, mails, address, open }) => {
    const elsewhere = await as('rete')
    const again = await as('rete')
    await open('/utenti/profilo')
    const card = within((await screen.findByRole('heading', { name: 'Accessi e dispositivi' })).closest('section')!)
    await card.findByText('Questo dispositivo')
    await waitFor(() => expect(card.getAllByText('Riuscito').length).toBeGreaterThan(0))
    const ways = await card.findAllByRole('button', { name: /^Esci da questo dispositivo: / })
    expect(ways).toHaveLength(2)
    const before = network.writes.length
    const written = () => network.writes.slice(before)
    // The one used last is the first.
    await user.click(ways[0]!)
    await screen.findByText('Dispositivo disconnesso')
    expect(written()).toEqual([[expect.stringMatching(/^DELETE \/auth\/sessions\/\d+$/)]])
    await waitFor(() => expect(card.getAllByRole('button', { name: /^Esci da questo dispositivo: / })).toHaveLength(1))
    expect([(await elsewhere.get('/auth/me')).status, (await again.get('/auth/me')).status]).toHaveMembers([200, 401])

    await user.click(card.getByRole('button', { name: 'Non sono stato io' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Annulla' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(written()).toHaveLength(1)
    await user.click(card.getByRole('button', { name: 'Non sono stato io' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Non sono stato io' }))
    dialog.getByText(/^Esci da tutti i dispositivi, la password attuale non vale più/)
    await user.click(dialog.getByRole('button', { name: 'Blocca l’accesso' }))
    await waitFor(() => expect(address()).toMatch(/^\/login/))
    expect(written()[1]).toEqual(['POST /auth/not-me'])
    expect([(await elsewhere.get('/auth/me')).status, (await again.get('/auth/me')).status]).toEqual([401, 401])
    expect((await (await as()).post('/auth/login', { email: 'rete@demo.example.it', password: PASSWORD })).status).toBe(422)
    expect((await mails()).map(({ to }) => to)).toEqual(expect.arrayContaining(['rete@demo.example.it', 'admin@demo.example.it']))
  }))
