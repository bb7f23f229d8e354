// @vitest-environment jsdom
import '../../setup-dom.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { newLink } from '../../../server/lib/core/sessions.ts'
import { session } from '../../../src/lib/session.ts'
import { PASSWORD, type World } from '../../api/support/world.ts'
import { onScreen, type Screen } from '../support/world.tsx'

const NEXT = 'cavallo batteria graffetta'
const mail = (name: string) => `${name}@demo.example.it`
const type = async (label: string, text: string) => {
  fireEvent.change(await screen.findByLabelText(label), { target: { value: text } })
}
const press = async ({ user }: Screen, name: string) => user.click(await screen.findByRole('button', { name }))
const passwords = async (first: string, second = first) => {
  await type('Nuova password', first)
  await type('Conferma password', second)
}
/** True for a pair that may sign in. */
const signsIn = async ({ as }: World, email: string, password: string) =>
  (await (await as()).post('/auth/login', { email, password })).status === 200
const link = async ({ db, deps }: World, id: number, kind: 'reset' | 'invitation') =>
  newLink({ db, now: deps.now() } as Parameters<typeof newLink>[0], id, kind)
const idOf = async ({ db }: World, name: string) =>
  (
    await db
      .select()
      .from(users)
      .where(eq(users.email, mail(name)))
  )[0]!.id

test('a reset link is taken off the address at once, sets the password once, and says so when it is used up', () =>
  onScreen(undefined, '/login', async (world) => {
    const token = await link(world, await idOf(world, 'rete'), 'reset')
    await world.open('/privacy')
    await world.open(`/auth/reset-password?token=${token}`)
    await waitFor(() => expect(world.address()).toBe('/auth/reset-password'))
    await passwords('corta')
    await press(world, 'Salva la password')
    await screen.findByText('La password deve avere almeno 15 caratteri.')
    await passwords(NEXT, `${NEXT}!`)
    await press(world, 'Salva la password')
    await screen.findByText('Il campo Conferma password non corrisponde.')
    // An error that only the server can find is shown at its field.
    await passwords(mail('rete'))
    await press(world, 'Salva la password')
    await screen.findByText("La password non può contenere l'indirizzo email.")
    expect(await signsIn(world, mail('rete'), PASSWORD)).toBe(true)
    await passwords(NEXT)
    await press(world, 'Salva la password')
    await screen.findByText('Password aggiornata. Ora puoi accedere.')
    expect([await signsIn(world, mail('rete'), PASSWORD), await signsIn(world, mail('rete'), NEXT)]).toEqual([false, true])
    // Nobody who goes back finds it either.
    await world.back()
    await waitFor(() => expect(world.address()).toBe('/privacy'))
    await world.open(`/auth/reset-password?token=${token}`)
    await passwords(`${NEXT} due`)
    await press(world, 'Salva la password')
    await screen.findAllByText('Il link non è valido o è scaduto.')
    expect(screen.getByRole('link', { name: 'Chiedi un nuovo link' }).getAttribute('href')).toBe('/auth/forgot-password')
    expect(screen.queryByLabelText('Nuova password')).toBeNull()
  }))

test('a forgotten password: an address is asked for, the answer is the same for all, and the mail goes to whom it belongs', () =>
  onScreen(undefined, '/auth/forgot-password', async (world) => {
    await type('Email', 'rete@')
    await press(world, 'Invia istruzioni')
    await screen.findByText('Inserire un indirizzo email valido.')
    expect(world.network.asked.filter((one) => one.includes('forgot'))).toEqual([])
    await type('Email', mail('rete'))
    await press(world, 'Invia istruzioni')
    await screen.findByText("Se l'indirizzo è registrato riceverai un'email con le istruzioni.")
    expect((await world.mails()).map(({ to }) => to)).toEqual([mail('rete')])
  }))

test('an account is opened by its invitation, once the privacy notice is read; without one the page says how', () =>
  onScreen(undefined, '/auth/register', async (world) => {
    await screen.findByText('La registrazione avviene su invito. Contatta l’amministratore.')
    const [invited] = await world.db
      .insert(users)
      .values({ name: 'Nora Nuova', email: 'nora.nuova@example.it', roles: ['worker'] })
      .returning()
    await world.open('/login')
    await world.open(`/auth/register?token=${'A'.repeat(43)}`)
    await screen.findByText('Il link non è valido o è scaduto.')
    await world.open('/login')
    await world.open(`/auth/register?token=${await link(world, invited!.id, 'invitation')}`)
    await screen.findByText('nora.nuova@example.it')
    expect(world.address()).toBe('/auth/register')
    await passwords(NEXT)
    await press(world, 'Attiva account')
    await screen.findByText('È necessario confermare la lettura dell’informativa.')
    expect(await signsIn(world, invited!.email, NEXT)).toBe(false)
    await world.user.click(screen.getByRole('checkbox'))
    await press(world, 'Attiva account')
    await screen.findByText('Account attivato. Ora puoi accedere.')
    expect(await signsIn(world, invited!.email, NEXT)).toBe(true)
  }))

test('the payroll door is for those with a payslip: others are told and signed out', () =>
  onScreen(undefined, '/paghe-login', async (world) => {
    const enter = async (name: string, password = PASSWORD) => {
      await type('Email', mail(name))
      await type('Password', password)
      await press(world, 'Accedi')
    }
    await screen.findByText('Area dipendenti – Paghe e CUD')
    await enter('dipendente', 'sbagliata')
    await screen.findByText('Email o password non corretti.')
    await enter('contabilita')
    await screen.findByText('Utente non abilitato all’area paghe.')
    expect(session.get().user).toBeNull()
    // Still told on the page where the end of the session leads.
    await waitFor(() => expect(world.address()).toBe('/login'))
    screen.getByText('Utente non abilitato all’area paghe.')
    expect(world.network.asked).toContain('POST /api/v1/auth/logout')
    await world.open('/paghe-login')
    await screen.findByText('Area dipendenti – Paghe e CUD')
    await enter('dipendente')
    await waitFor(() => expect(world.address()).toBe('/dipendente/paghe'))
    expect(session.get().user!.email).toBe(mail('dipendente'))
  }))

test('the privacy notice names the operator’s own once there is one', () =>
  onScreen(undefined, '/privacy', async (world) => {
    await screen.findByRole('heading', { level: 1, name: 'Informativa privacy' })
    expect(screen.queryByText(/L’informativa del titolare/)).toBeNull()
    const admin = await world.as('admin')
    const { rev } = (await admin.get('/settings')).body.data
    const changed = await admin.put('/settings', { rev, name: 'Rete Prova S.p.A.', privacy_url: 'https://rete.example.it/privacy' })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    await world.reload()
    expect((await screen.findByRole('link', { name: 'https://rete.example.it/privacy' })).getAttribute('href')).toBe(
      'https://rete.example.it/privacy',
    )
    screen.getByText(/L’informativa del titolare, Rete Prova S\.p\.A\.:/)
  }))

test('where the device itself fails, the sign-in says so: nobody is left before a page that does nothing', () =>
  onScreen(undefined, '/login', async (world) => {
    await type('Email', mail('rete'))
    await type('Password', PASSWORD)
    world.network.down = true
    const failure = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('gone', 'InvalidStateError')
    })
    await press(world, 'Accedi')
    await screen.findByText('Accesso non riuscito: riprova.')
    failure.mockRestore()
    world.network.down = false
    await press(world, 'Accedi')
    await waitFor(() => expect(world.address()).toBe('/dashboard'))
  }))

test('in the demonstration its people are offered on the sign-in page, and one of them is in with two presses; elsewhere nobody is', async () => {
  const list = () => screen.findByRole('combobox', { name: 'Ambiente dimostrativo' })
  await onScreen(undefined, '/login', async (world) => {
    await world.user.selectOptions(await list(), 'Elio Helpdesk: Helpdesk')
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(mail('helpdesk'))
    await press(world, 'Accedi')
    await waitFor(() => expect(world.address()).toBe('/dashboard'))
    expect(session.get().user?.name).toBe('Elio Helpdesk')
  })
  await onScreen(
    undefined,
    '/login',
    async ({ network }) => {
      await waitFor(() => expect(network.asked.some((one) => one.endsWith('/auth/demo'))).toBe(true))
      await expect(list()).rejects.toThrow('Ambiente dimostrativo')
    },
    async ({ deps }) => void Object.assign(deps, { demo: false }),
  )
})
