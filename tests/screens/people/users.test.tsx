// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/people/users/SyncManagers.tsx'
import '../../../src/features/people/users/UserForm.tsx'
import '../../../src/features/people/users/UserShow.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { managements } from '../../../server/db/schema/people/managements.ts'
import { managers } from '../../../server/db/schema/people/managers.ts'
import { fiscalCodeOf } from '../../../server/db/seed/invented.ts'
import type { UserStation } from '../../../src/contract/stations/acl.ts'
import { notices } from '../../../src/lib/notify.ts'
import type { World } from '../../api/support/world.ts'
import { cells, formIn, onScreen, type Screen } from '../support/world.tsx'
import { facts } from '../support/writes.ts'

const box = (name: string | RegExp) => screen.getByRole('textbox', { name }) as HTMLInputElement
const save = (world: Screen) => world.user.click(screen.getByRole('button', { name: 'Salva' }))
const person = async ({ db }: World, email: string) => (await db.select().from(users).where(eq(users.email, email)))[0]!
const pick = async (world: Screen, name: RegExp, option: string) => {
  await world.user.click(screen.getByRole('combobox', { name }))
  await world.user.click(await screen.findByRole('option', { name: option }))
  await world.user.keyboard('{Escape}')
}
const moderated = async ({ db }: World) => {
  await db
    .update(users)
    .set({ permissions: ['moderate_users'] })
    .where(eq(users.email, 'contabilita@demo.example.it'))
}

test('a user is made with roles and permissions by their Italian names, invited, and shown; who may not sees why', async () => {
  await onScreen('contabilita', '/utenti', async () => {
    await screen.findByText('Non hai le autorizzazioni necessari per visualizzare questa pagina')
    expect(screen.queryByRole('table')).toBeNull()
  })
  await onScreen('admin', '/utenti?modulo=nuovo', async (world) => {
    await formIn('Nuovo utente')
    await world.user.type(box(/Nome/), 'Nora Nuova')
    await world.user.type(box(/Email/), 'nora@example.it')
    await save(world)
    await screen.findAllByText('Scegli almeno un ruolo o un permesso.')
    await pick(world, /^Ruoli/, 'Ispettore')
    await pick(world, /^Permessi/, 'Apertura ticket')
    await save(world)
    await screen.findByText('Utente creato')
    expect(await person(world, 'nora@example.it')).toMatchObject({
      ...{ name: 'Nora Nuova', roles: ['inspection'], permissions: ['make_tickets'], enabled: 1, all_stations: false, phone: null },
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

test('a user who has not come yet is invited again, found, disabled, and told of', () =>
  onScreen(
    'admin',
    '/utenti?search=nora',
    async (world) => {
      await waitFor(() =>
        expect(cells().map((row) => row.slice(0, 5))).toEqual([
          ['Nora Nuova', 'nora@example.it', 'Ispettore', 'Apertura ticket', 'Invitato'],
        ]),
      )
      await world.user.click(screen.getByRole('link', { name: 'Nora Nuova' }))
      expect((await screen.findByRole('link', { name: 'Vedi gli accessi' })).getAttribute('href')).toMatch(/^\/logs\?user_id=/)
      await world.user.click(screen.getByRole('button', { name: 'Altro' }))
      await world.user.click(await screen.findByRole('menuitem', { name: 'Invia invito' }))
      await screen.findByText('Email con il link preparata')
      const { id } = await person(world, 'nora@example.it')
      expect(world.network.writes).toEqual([[`POST /users/${id}/invite`]])
      await waitFor(() =>
        expect(notices.get().map(({ content }) => content)).toContain(
          'Email non inviata: SMTP non configurato. Usa «Crea un link da consegnare».',
        ),
      )
      await world.user.click(screen.getByRole('button', { name: 'Altro' }))
      await world.user.click(await screen.findByRole('menuitem', { name: 'Crea un link da consegnare' }))
      const question = within(await screen.findByRole('dialog', { name: 'Crea un link da consegnare' }))
      await world.user.click(question.getByRole('button', { name: 'Crea link' }))
      const shown = within(await screen.findByRole('dialog', { name: 'Link per Nora Nuova' }))
      const { value } = shown.getByRole('textbox', { name: 'Link' }) as HTMLInputElement
      expect(value).toMatch(/\/auth\/register\?token=[\w-]{43}$/)
      shown.getByText(/^Consegnalo solo a Nora Nuova: .* Vale una volta sola, 7 giorni, e non sarà più mostrato\./)
      await world.user.click(shown.getByRole('button', { name: 'Copia' }))
      await screen.findByText('Testo copiato.')
      expect(await navigator.clipboard.readText()).toBe(value)
      await world.user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(facts()).toMatchObject({ 'Ultimo accesso': 'Mai', Permessi: 'Apertura ticket' })
      await world.user.click(screen.getByRole('button', { name: 'Modifica' }))
      await formIn('Modifica utente')
      await world.user.click(screen.getByRole('checkbox', { name: /^Abilitato/ }))
      await save(world)
      await screen.findByText('Utente modificato')
      expect(await person(world, 'nora@example.it')).toMatchObject({ enabled: 0, roles: ['inspection'] })
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await world.user.click(screen.getByRole('button', { name: 'Altro' }))
      await screen.findByRole('menuitem', { name: 'Elimina' })
      expect(screen.queryByRole('menuitem', { name: /^Invia/ }), 'who is disabled is sent nothing').toBeNull()
      await world.user.keyboard('{Escape}')
      await world.user.click(screen.getByRole('tab', { name: 'Storico' }))
      await screen.findByText('Abilitato: sì → no')
      await screen.findByText(/Ruoli: Ispettore · Permessi: Apertura ticket/)
    },
    async (world) => {
      await (await world.as('admin')).post('/users', {
        ...{ name: 'Nora Nuova', email: 'nora@example.it', roles: ['inspection'], permissions: ['make_tickets'] },
      })
    },
  ))

test('rights are put back by the history, one field of two', () =>
  onScreen(
    'admin',
    '/utenti',
    async (world) => {
      const { id } = await person(world, 'rete@demo.example.it')
      await world.open(`/utenti/${id}?scheda=storico`)
      await waitFor(() => expect(facts()).toMatchObject({ 'Ultimo accesso': '03/02/2026 10:30' }))
      await screen.findByText('Nome e cognome: Renata Rete → Renata R. · Ruoli: Responsabile di rete → Punti vendita, Analisi')
      await world.user.click((await screen.findAllByRole('button', { name: /^Azioni/ }))[0]!)
      await world.user.click(await screen.findByRole('menuitem', { name: 'Confronta' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Confronta e ripristina' }))
      await world.user.click(await dialog.findByRole('checkbox', { name: 'Nome e cognome' }))
      await world.user.click(dialog.getByRole('button', { name: 'Ripristina 1 campo' }))
      await screen.findByText('Valori ripristinati')
      expect(await person(world, 'rete@demo.example.it')).toMatchObject({ name: 'Renata R.', roles: ['network_manager'] })
    },
    async (world) => {
      const { id } = await person(world, 'rete@demo.example.it')
      await (await world.as('admin')).edit(`/users/${id}`, { name: 'Renata R.', roles: ['station', 'analysis'] })
      await world.db.update(users).set({ last_login_at: '2026-02-03T09:30:00.000Z' }).where(eq(users.id, id))
    },
  ))

test('who manages users is not offered what they may not grant, nor the form of a super administrator', () =>
  onScreen(
    'contabilita',
    '/utenti?modulo=nuovo',
    async (world) => {
      await formIn('Nuovo utente')
      const offered = async (name: RegExp, option: string) => {
        await world.user.click(screen.getByRole('combobox', { name }))
        const found = await screen.findByRole('option', { name: option })
        await world.user.keyboard('{Escape}')
        return !found.hasAttribute('data-combobox-disabled')
      }
      expect(await offered(/^Ruoli/, 'Super amministratore')).toBe(false)
      expect(await offered(/^Ruoli/, 'Helpdesk')).toBe(true)
      expect(await offered(/^Permessi/, 'Gestione paghe')).toBe(false)
      const own = (await world.as('contabilita')).user_id
      await world.open(`/utenti/${own}?modulo=${own}`)
      await formIn('Modifica utente')
      screen.getByText('Ruoli, permessi e punti vendita propri li cambia un altro amministratore.')
      for (const name of [/^Ruoli/, /^Permessi/]) expect(screen.getByRole('combobox', { name })).toHaveProperty('disabled', true)
      for (const name of [/^Tutti i punti vendita/, /^Abilitato/])
        expect(screen.getByRole('checkbox', { name })).toHaveProperty('disabled', true)
      const { id } = await person(world, 'admin@demo.example.it')
      await world.open(`/utenti/${id}?modulo=${id}`)
      await screen.findByText('Solo un super amministratore può modificare un super amministratore.')
      expect(screen.queryByRole('button', { name: 'Salva' })).toBeNull()
      expect(screen.queryByRole('button', { name: /^Invia/ })).toBeNull()
    },
    moderated,
  ))

test('"Sincronizza gestori" asks first, and brings the account of a manager who runs a station', () =>
  onScreen(
    'admin',
    '/utenti?search=uscito',
    async (world) => {
      const { user, network } = world
      await waitFor(() => expect(cells().map((row) => [row[0], row[4]])).toEqual([['Mario Uscito', 'Invitato']]))
      const dialog = async () => {
        await user.click(screen.getByRole('button', { name: 'Sincronizza gestori' }))
        return within(await screen.findByRole('dialog', { name: 'Sincronizza gestori' }))
      }
      const written = () => network.writes.filter(([call]) => String(call).includes('/users'))
      await user.click((await dialog()).getByRole('button', { name: 'Annulla' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(written()).toEqual([])
      await user.dblClick((await dialog()).getByRole('button', { name: 'Sincronizza' }))
      await screen.findByText('Sincronizzazione effettuata')
      expect(written()).toEqual([['PATCH /users/manager/sync']])
      await waitFor(() => expect(cells().map((row) => [row[0], row[4]])).toEqual([['Mario Uscito', 'Disabilitato']]))
    },
    async (world) => {
      world.lookAway()
      await world.db.delete(managements)
      await world.db.update(managers).set({ user_id: null })
      const fiscalCode = fiscalCodeOf({ name: 'Mario', lastname: 'Uscito', female: false, bornDate: '1975-04-12', cadastral: 'H501' })
      const who = { email: 'uscito@example.it', fiscalCode }
      const [made] = await world.db
        .insert(users)
        .values({ name: 'Mario Uscito', roles: ['manager'], ...who })
        .returning()
      await world.db.insert(managers).values({ name: 'Mario', lastname: 'Uscito', phone: '+393331234567', user_id: made!.id, ...who })
    },
  ))

test('stations are given to a user on the own tab, for reading or writing, and taken away', () =>
  onScreen('admin', '/dashboard', async (world) => {
    const { id } = await person(world, 'stazione@demo.example.it')
    const other = await world.as('admin')
    const given = async () => (await other.get(`/users/${id}/stations`)).body.data as UserStation[]
    const before = await given()
    world.network.instead = (_, url) => (url.endsWith('/stations') ? new Response('{}', { status: 500 }) : undefined)
    await world.open(`/utenti/${id}?scheda=stazioni`)
    await screen.findByText('Errore nel caricamento.')
    world.network.instead = () => undefined
    await world.user.click(screen.getByRole('button', { name: 'Riprova' }))
    const add = await screen.findByRole('combobox', { name: 'Assegna un punto vendita' })
    await waitFor(() => expect(screen.getAllByRole('button', { name: /^Togli/ })).toHaveLength(before.length))
    await world.user.click(add)
    const known = new Set(before.map(({ code }) => code))
    const option = (await screen.findAllByRole('option')).find(({ textContent }) => !known.has(textContent!.split(' ')[0]!))!
    const name = option.textContent!
    await world.user.click(option)
    await world.user.click(await screen.findByRole('button', { name: 'Annulla' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: `Togli ${name}` })).toBeNull())
    await world.user.click(screen.getByRole('combobox', { name: 'Assegna un punto vendita' }))
    await world.user.click(await screen.findByRole('option', { name }))
    await world.user.click(await screen.findByRole('combobox', { name: `Accesso a ${name}` }))
    await world.user.click(await screen.findByRole('option', { name: 'Scrittura' }))
    // Somebody else took one away meanwhile: the first saving is refused, the second knows.
    const stations = before.slice(1).map(({ station_id, level }) => ({ station_id, level }))
    expect((await other.put(`/users/${id}/stations`, { stations })).status).toBe(200)
    const reads = () => world.network.asked.filter((one) => one === `GET /api/v1/users/${id}/stations`).length
    const read = reads()
    await world.user.click(screen.getByRole('button', { name: 'Salva punti vendita' }))
    await screen.findByText(/^Nel frattempo un’altra persona ha cambiato/)
    await waitFor(() => expect(reads()).toBeGreaterThan(read))
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Salva punti vendita' }).disabled).toBe(false))
    await world.user.click(screen.getByRole('button', { name: 'Salva punti vendita' }))
    await screen.findByText('Punti vendita assegnati')
    expect((await given()).find(({ code }) => name.startsWith(`${code} `))!.level).toBe('write')
    await world.user.click(await screen.findByRole('button', { name: `Togli ${name}` }))
    await world.user.click(await screen.findByRole('button', { name: 'Salva punti vendita' }))
    await waitFor(async () => expect(await given()).toEqual(before))
  }))

test('the codice fiscale is marked as required as soon as a role asks for it', () =>
  onScreen('admin', '/utenti?modulo=nuovo', async (world) => {
    await formIn('Nuovo utente')
    expect(box(/^Codice fiscale/).required).toBe(false)
    await pick(world, /^Ruoli/, 'Ispettore')
    expect(box(/^Codice fiscale/).required).toBe(false)
    await pick(world, /^Ruoli/, 'Gestore')
    await waitFor(() => expect(box(/^Codice fiscale/).required).toBe(true))
    screen.getByText('Necessario per gestori e dipendenti: associa cedolini e CUD.')
  }))

test('before rights are saved the form says that the person signs in again; a list reached by Tab opens by an arrow, not by itself', () =>
  onScreen('admin', '/utenti', async (world) => {
    const { id, name } = await person(world, 'rete@demo.example.it')
    await world.open(`/utenti/${id}?modulo=${id}`)
    await formIn('Modifica utente')
    const said = `Con i nuovi ruoli e permessi ${name} dovrà accedere di nuovo.`
    expect(screen.queryByText(said)).toBeNull()
    screen.getByRole('combobox', { name: /^Ruoli/ }).focus()
    await world.user.tab()
    const permissions = screen.getByRole('combobox', { name: /^Permessi/ })
    expect(document.activeElement).toBe(permissions)
    expect(permissions.getAttribute('aria-expanded')).toBe('false')
    await world.user.keyboard('{ArrowDown}')
    expect(permissions.getAttribute('aria-expanded')).toBe('true')
    await world.user.click(await screen.findByRole('option', { name: 'Apertura ticket' }))
    await screen.findByText(said)
  }))
