// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/people/profile/AccessCard.tsx'
import '../../../src/features/people/profile/NotifyCard.tsx'
import '../../../src/features/people/profile/SecondFactorCard.tsx'
import '../../../src/features/people/users/UserShow.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { second_factors } from '../../../server/db/schema/core/accounts.ts'
import { codeAt, fromBase32, stepAt } from '../../../server/domain/people/one-time-code.ts'
import { lock, locked, setShared } from '../../../src/lib/lock.ts'
import { session } from '../../../src/lib/session.ts'
import { PASSWORD, type World } from '../../api/support/world.ts'
import { onScreen, type Screen } from '../support/world.tsx'

const type = async (label: string, text: string) => {
  fireEvent.change(await screen.findByLabelText(label), { target: { value: text } })
}
const press = async ({ user }: Screen, name: string) => user.click(await screen.findByRole('button', { name }))
/** The code of now, or the next one: both are good in the step of time after this one, too. */
const codeOf = ({ deps }: World, secret: string, later = 0) => codeAt(fromBase32(secret.replaceAll('-', '')), stepAt(deps.now()) + later)
/** A code is another one each time, so what is written down of it says only that there was one. */
const hideCodes = ({ network }: Screen) => {
  for (const write of network.writes)
    for (const body of write) if (body && typeof body === 'object' && 'code' in body) Object.assign(body, { code: 'a code' })
}
const card = async () => within((await screen.findByRole('heading', { name: 'Verifica in due passaggi' })).closest('section')!)
async function setUp(world: World, name: string) {
  const who = await world.as(name)
  const { secret } = (await who.post('/auth/second-factor', { current_password: PASSWORD })).body.data
  const done = await who.post('/auth/second-factor/confirm', { code: codeOf(world, secret) })
  return { secret: secret as string, recovery: done.body.data.recovery_codes as string[] }
}

test('a second factor is set up on the profile: QR code, key, a code, ten recovery codes; and it is taken off there', () =>
  onScreen('rete', '/utenti/profilo', async (world) => {
    world.network.instead = (_, url) => (url.endsWith('/auth/second-factor') ? new Response('{}', { status: 500 }) : undefined)
    await world.reload()
    const on = await card()
    await on.findByText('Errore nel caricamento.')
    world.network.instead = () => undefined
    await world.user.click(on.getByRole('button', { name: 'Riprova' }))
    await on.findByText('Non attiva')
    await press(world, 'Attiva')
    await screen.findByText('Il campo La tua password è obbligatorio.')
    await type('La tua password', 'non è questa')
    await press(world, 'Attiva')
    await screen.findByText('La password attuale non è corretta.')
    await type('La tua password', PASSWORD)
    await press(world, 'Attiva')
    const picture = await screen.findByRole('img', { name: 'Codice QR per l’app di autenticazione' })
    expect(decodeURIComponent(picture.getAttribute('src')!)).toMatch(/^data:image\/svg\+xml,<svg/)
    await press(world, 'Annulla')
    await type('La tua password', PASSWORD)
    await press(world, 'Attiva')
    const secret = (await screen.findByText(/^([A-Z2-7]{4}-){7}[A-Z2-7]{4}$/)).textContent!
    await press(world, 'Conferma')
    await screen.findByText('Il campo Codice è obbligatorio.')
    await type('Codice di verifica', '000000')
    await press(world, 'Conferma')
    await screen.findByText('Il codice non è corretto o è già stato usato.')
    await type('Codice di verifica', codeOf(world, secret))
    expect(screen.getByRole('textbox', { name: 'Codice di verifica' }).getAttribute('aria-invalid')).not.toBe('true')
    await press(world, 'Conferma')
    const codes = within(await screen.findByRole('list', { name: 'Codici di recupero' })).getAllByRole('listitem')
    expect(codes).toHaveLength(10)
    await press(world, 'Copia')
    expect(await navigator.clipboard.readText()).toBe(codes.map(({ textContent }) => textContent).join('\n'))
    const saved = vi.fn()
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementationOnce(function (this: HTMLAnchorElement) {
      saved(this.download)
    })
    URL.createObjectURL = () => 'blob:codici'
    await press(world, 'Scarica')
    expect(saved).toHaveBeenCalledWith('codici-di-recupero.txt')
    await press(world, 'Li ho conservati')
    await screen.findByText(/Codici di recupero rimasti: 10\./)
    expect(screen.queryByText(codes[0]!.textContent!)).toBeNull()
    on.getByText('Attiva')

    await press(world, 'Disattiva')
    await press(world, 'Annulla')
    await press(world, 'Disattiva')
    await press(world, 'Disattiva la verifica')
    await screen.findByText('Il campo Codice è obbligatorio.')
    await type('La tua password', PASSWORD)
    await type('Codice di verifica', codes[0]!.textContent!)
    await press(world, 'Disattiva la verifica')
    await screen.findByText('Verifica in due passaggi disattivata')
    await on.findByText('Non attiva')
    expect(await world.db.$count(second_factors)).toBe(0)
    hideCodes(world)
  }))

test('the code is the second step of the sign-in page, and of the locked screen', () =>
  onScreen(undefined, '/login', async (world) => {
    const { secret, recovery } = await setUp(world, 'rete')
    await type('Email', 'rete@demo.example.it')
    await type('Password', PASSWORD)
    await press(world, 'Accedi')
    await screen.findByLabelText('Codice di verifica')
    expect(screen.queryByLabelText('Password')).toBeNull()
    await press(world, 'Accedi')
    await screen.findByText('Il campo Codice è obbligatorio.')
    await press(world, 'Torna indietro')
    expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('rete@demo.example.it')
    await press(world, 'Accedi')
    await type('Codice di verifica', '000000')
    await press(world, 'Accedi')
    await screen.findByText('Il codice non è corretto o è già stato usato.')
    expect(session.get().user).toBeNull()
    await type('Codice di verifica', codeOf(world, secret, 1))
    await press(world, 'Accedi')
    await waitFor(() => expect(world.address()).toBe('/dashboard'))

    await act(() => setShared(true))
    await act(lock)
    await type('Password di Renata Rete', PASSWORD)
    await press(world, 'Sblocca')
    await type('Codice di verifica', '000000')
    await press(world, 'Sblocca')
    await screen.findByText('Il codice non è corretto o è già stato usato.')
    await type('Codice di verifica', recovery[0]!)
    await press(world, 'Sblocca')
    await waitFor(() => expect(locked.get()).toBe(false))
    await act(() => setShared(false))
    hideCodes(world)
  }))

test('who must have a second factor is led to it after signing in', () =>
  onScreen(
    undefined,
    '/login',
    async (world) => {
      await type('Email', 'contabilita@demo.example.it')
      await type('Password', PASSWORD)
      await press(world, 'Accedi')
      await waitFor(() => expect(world.address()).toBe('/utenti/profilo#secondo-fattore'))
      await screen.findByText('L’azienda la chiede a chi ha il tuo ruolo: attivala adesso.')
      await waitFor(async () =>
        expect(document.activeElement).toBe((await screen.findByRole('heading', { name: 'Verifica in due passaggi' })).closest('section')),
      )
    },
    async ({ as }) => {
      const admin = await as('admin')
      const { rev } = (await admin.get('/settings')).body.data
      await admin.put('/settings', { rev, name: 'Rete S.p.A.', second_factor_required: true })
    },
  ))

test('an administrator takes the second factor from a person who has lost it', () =>
  onScreen(
    'admin',
    '/utenti',
    async (world) => {
      const [factor] = await world.db.select().from(second_factors)
      await world.open(`/utenti/${factor!.user_id}`)
      await screen.findByText('Verifica in due passaggi')
      await press(world, 'Altro')
      await world.user.click(await screen.findByRole('menuitem', { name: 'Azzera la verifica in due passaggi' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Azzera la verifica in due passaggi' }))
      await world.user.click(dialog.getByRole('button', { name: 'Azzera' }))
      await screen.findByText('Verifica in due passaggi reimpostata')
      await screen.findByText('Non attiva')
      expect(await world.db.$count(second_factors)).toBe(0)
    },
    async (world) => {
      await setUp(world, 'rete')
    },
  ))
