// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/expirations/CancelDialog.tsx'
import '../../../src/features/expirations/CompleteDialog.tsx'
import '../../../src/features/expirations/ExpirationForm.tsx'
import '../../../src/features/expirations/ExpirationMonth.tsx'
import '../../../src/features/expirations/FeedDialog.tsx'
import '../../../src/features/expirations/SnoozeDialog.tsx'
import '../../../src/features/expirations/ExpirationShow.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { calendar_feeds, expirations } from '../../../server/db/schema/expirations/expirations.ts'
import { today } from '../../../src/lib/format.ts'
import { addMonths } from '../../../src/rules/shared/italian.ts'
import { cross, gone, leave, leaveTwice, menu, press, pressIn, write } from '../support/steps.ts'
import { cells, onScreen, type Screen } from '../support/world.tsx'

const italian = (day: string) => day.split('-').reverse().join('/')

test('an expiration is completed from its page, which says before when it comes again', () =>
  onScreen('admin', '/scadenze', async (world) => {
    const [one] = await world.db
      .insert(expirations)
      .values({ type: 'terra', message: 'Messa a terra di prova', date: '2020-01-10', periodicity: 'biennial' })
      .returning()
    await world.open('/scadenze?search=terra%20di%20prova')
    await screen.findByRole('link', { name: 'Messa a terra di prova' })
    expect(cells()[0]!.join(' ')).toMatch(/Scaduta.*10\/01\/2020.*Tutta la rete/)
    await world.user.click(screen.getByRole('link', { name: 'Messa a terra di prova' }))
    await world.user.click(await screen.findByRole('button', { name: 'Completa' }))
    await screen.findByText(`Prossima scadenza: ${italian(addMonths(today(), 24))}`)
    await world.user.click(screen.getByRole('checkbox', { name: 'Mantieni la cadenza originale' }))
    await screen.findByText('Prossima scadenza: 10/01/2022')
    await world.user.click(screen.getAllByRole('button', { name: 'Completa' }).at(-1)!)
    await screen.findByText('Scadenza completata')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await world.db.select().from(expirations).where(eq(expirations.parent_id, one!.id))).toMatchObject([
      { date: '2022-01-10', status: 'open' },
    ])
    expect(screen.getByRole('button', { name: 'Riapri' })).toBeDefined()
  }))

test('a kind brings how often it comes again; who only reads is offered nothing to do', async () => {
  await onScreen('admin', '/scadenze?modulo=nuovo', async (world) => {
    await world.user.click(await screen.findByRole('combobox', { name: /Tipo/ }))
    await world.user.click(await screen.findByRole('option', { name: 'Prevenzione incendi' }))
    expect((screen.getByRole('combobox', { name: /Periodicità/ }) as HTMLInputElement).value).toBe('Quinquennale')
    expect((screen.getByRole('textbox', { name: /Descrizione/ }) as HTMLInputElement).value).toBe('Prevenzione incendi')
  })
  await onScreen('lettura.rete', '/scadenze', async () => {
    await screen.findByRole('heading', { name: /Scadenze/ })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Nuova scadenza' })).toBeNull())
  })
})

test('reminders are suspended until a day, for a reason, and taken up again', () =>
  onScreen('admin', '/scadenze', async (world) => {
    const [one] = await world.db
      .insert(expirations)
      .values({ type: 'terra', message: 'Messa a terra di prova', date: '2020-01-10', periodicity: 'biennial' })
      .returning()
    const until = new Date(Date.now() + 20 * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
    await world.open(`/scadenze/${one!.id}`)
    const ask = async () => {
      await world.user.click(await screen.findByRole('button', { name: 'Altro' }))
      await world.user.click(await screen.findByRole('menuitem', { name: 'Sospendi promemoria' }))
      return screen.findByRole('dialog', { name: /^Sospendere i promemoria/ })
    }
    const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await world.user.click(await within(await ask()).findByRole('button', { name: 'Annulla' }))
    await gone()
    await within(await ask()).findByRole('button', { name: 'Annulla' })
    await world.user.keyboard('{Escape}')
    await gone()
    const dialog = await ask()
    const send = await within(dialog).findByRole('button', { name: 'Sospendi promemoria' })
    expect(within(dialog).queryByText(/^Data non valida/)).toBeNull()
    await world.user.click(send)
    await within(dialog).findAllByText(/Il campo Motivo è obbligatorio/)
    await world.user.type(within(dialog).getByRole('textbox', { name: /Promemoria sospesi/ }), italian(until))
    await world.user.type(within(dialog).getByRole('textbox', { name: /Motivo/ }), 'Ditta prenotata')
    await world.user.click(within(dialog).getByRole('button', { name: 'Sospendi promemoria' }))
    await screen.findByText('Promemoria sospesi')
    await gone()
    await screen.findByText('Scaduta, sospesa')
    screen.getByText('Ditta prenotata')
    const stored = async () => (await world.db.select().from(expirations).where(eq(expirations.id, one!.id)))[0]!
    expect(await stored()).toMatchObject({ snoozed_until: until, snooze_reason: 'Ditta prenotata', date: '2020-01-10' })
    await world.user.click(screen.getByRole('button', { name: 'Altro' }))
    await world.user.click(await screen.findByRole('menuitem', { name: 'Riprendi promemoria' }))
    await screen.findByText('Promemoria ripresi')
    expect(await stored()).toMatchObject({ snoozed_until: null, snooze_reason: null })
  }))

test('a month of expirations stands beside the list, and leads to each of them', () =>
  onScreen('admin', '/scadenze', async (world) => {
    await world.db.insert(expirations).values({ type: 'terra', message: 'Messa a terra di prova', date: '2020-01-10', periodicity: 'once' })
    await world.open('/scadenze')
    await world.user.click(await screen.findByRole('button', { name: 'Calendario' }))
    const sheet = await screen.findByRole('region', { name: 'Calendario delle scadenze' })
    await within(sheet).findByRole('table')
    const current = [...sheet.querySelectorAll('td[aria-current=date]')].map((cell) => cell.firstChild!.textContent)
    expect(current).toEqual([`${Number(today().slice(8))}, oggi`])
    world.network.instead = (_, url) => (url.includes('/expirations?') ? new Response('{}', { status: 500 }) : undefined)
    await world.open('/scadenze?scheda=calendario&mese=2020-02')
    await screen.findByText('Errore nel caricamento.')
    world.network.instead = () => undefined
    await world.user.click(screen.getByRole('button', { name: 'Riprova' }))
    await screen.findByText('Nessuna scadenza in questo mese.')
    await world.user.click(screen.getByRole('button', { name: 'Mese precedente' }))
    const link = await screen.findByRole('link', { name: 'Messa a terra di prova' })
    expect(link.getAttribute('href')).toMatch(/^\/scadenze\/\d+$/)
    await world.user.click(screen.getByRole('button', { name: 'Elenco' }))
    await waitFor(() => expect(cells().length).toBeGreaterThan(0))
  }))

test('a month of more than a hundred says how many each day has, and a day leads to its list', () =>
  onScreen('admin', '/utenti/profilo', async ({ db, network, open, user, address }) => {
    const due = (date: string, many: number, type: 'terra' | 'metrica' = 'terra') =>
      Array.from({ length: many }, (_, at) => ({ type, message: `Prova ${at}`, date, periodicity: 'once' as const }))
    await db
      .insert(expirations)
      .values([...due('2020-03-01', 100), ...due('2020-03-29', 1), ...due('2020-03-30', 3), ...due('2020-03-30', 5, 'metrica')])
    network.asked.length = 0
    await open('/scadenze?scheda=calendario&mese=2020-03&type=terra')
    const sheet = await screen.findByRole('table', { name: /^marzo 2020/i })
    const days = await within(sheet).findAllByRole('link')
    expect(days.map((one) => one.getAttribute('aria-label'))).toEqual([
      '100 scadenze il 01/03/2020',
      '1 scadenza il 29/03/2020',
      '3 scadenze il 30/03/2020',
    ])
    // The list that is not shown is not read.
    expect(network.asked.filter((one) => one.includes('/expirations?'))).toHaveLength(1)
    await user.click(days[2]!)
    await waitFor(() => expect(new URLSearchParams(address().split('?')[1]).get('from')).toBe('2020-03-30'))
    await waitFor(() => expect(screen.getAllByRole('link', { name: /^Prova / })).toHaveLength(3))
  }))

test('a secret address of the own calendar is made, shown once and revoked', () =>
  onScreen('rete', '/scadenze', async (world) => {
    world.network.instead = (_, url) => (url.includes('/feed') ? new Response('{}', { status: 500 }) : undefined)
    await world.user.click(await screen.findByRole('button', { name: 'Nel tuo calendario' }))
    await screen.findByText('Errore nel caricamento.')
    world.network.instead = () => undefined
    await world.user.click(screen.getByRole('button', { name: 'Riprova' }))
    await screen.findByText('Nessun indirizzo attivo.')
    await world.user.click(screen.getByRole('button', { name: 'Crea l’indirizzo' }))
    const address = (await screen.findByLabelText('Indirizzo del calendario')) as HTMLInputElement
    expect(address.value).toMatch(/\/api\/v1\/calendar\/[\w-]{43}\.ics$/)
    await world.user.click(address)
    await world.user.click(screen.getByRole('button', { name: 'Copia' }))
    await screen.findByText('Indirizzo copiato')
    await world.user.click(await screen.findByRole('button', { name: 'Revoca l’indirizzo' }))
    await screen.findByText('Nessun indirizzo attivo.')
    expect(await world.db.$count(calendar_feeds)).toBe(0)
    await world.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }))

test('"In scadenza entro" leaves what is due within its days, late ones too; "Tutte" brings all back', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    await world.db.update(expirations).set({ status: 'done' })
    const inDays = (n: number) => new Date(Date.now() + n * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
    const days = { Ieri: -1, Oggi: 0, Settimana: 7, 'Otto giorni': 8, Mese: 30, Trimestre: 90, Oltre: 91 }
    await world.db
      .insert(expirations)
      .values(
        Object.entries(days).map(([message, n]) => ({ type: 'terra' as const, periodicity: 'once' as const, message, date: inDays(n) })),
      )
    await world.open('/scadenze')
    const shown = async (...wanted: string[]) => {
      const names = () =>
        screen
          .getAllByRole('row')
          .slice(1)
          .map((row) => within(row).getByRole('link').textContent)
      await waitFor(() => expect(names().filter((name) => name in days)).toEqual(wanted))
    }
    const choose = async (name: string) =>
      world.user.click(within(await screen.findByRole('radiogroup', { name: 'In scadenza entro' })).getByLabelText(name))
    await screen.findByRole('link', { name: 'Oltre' })
    await choose('7 giorni')
    await shown('Oggi', 'Settimana')
    expect(world.address()).toBe('/scadenze?due=7')
    await choose('Tutte')
    await shown(...Object.keys(days))
    expect(world.address()).toBe('/scadenze')
  }))

test('a proof that did not arrive is sent again after the expiration was completed; one taken off is not sent, and who leaves writes nothing', () =>
  onScreen('admin', '/scadenze', async (world) => {
    const values = { type: 'terra' as const, message: 'Messa a terra di prova', date: '2020-01-10', periodicity: 'once' as const }
    const [one, other] = await world.db
      .insert(expirations)
      .values([values, { ...values, message: 'Altra prova' }])
      .returning()
    const now = async (id = one!.id) => (await world.db.select().from(expirations).where(eq(expirations.id, id)))[0]!
    await world.open(`/scadenze/${one!.id}`)
    await leaveTwice(world, 'Completa la scadenza', () => press(world, 'Completa'))
    await leaveTwice(
      world,
      'Annullare «Messa a terra di prova»?',
      () => menu(world, 'Altro', 'Annulla scadenza'),
      () => write(world, /Motivo/, 'Per errore'),
    )
    expect(await now()).toEqual(one)
    await press(world, 'Completa')
    const dialog = await screen.findByRole('dialog', { name: 'Completa la scadenza' })
    const input = dialog.querySelector<HTMLInputElement>('input[type=file]')!
    for (const name of ['uno.pdf', 'due.pdf', 'tre.pdf'])
      await world.user.upload(input, new File([`%PDF-1.4 ${name}\n%%EOF`], name, { type: 'application/pdf' }))
    await world.user.click(await within(dialog).findByRole('button', { name: 'Togli due.pdf' }))
    world.network.instead = (method, url) =>
      method === 'POST' && /file|upload/.test(url) ? new Response('{}', { status: 500 }) : undefined
    await pressIn(world, 'Completa la scadenza', 'Completa')
    await screen.findByText('È completata, ma i file non sono ancora arrivati.')
    world.network.instead = () => undefined
    await press(world, 'Invia di nuovo')
    await gone()
    expect(await now()).toMatchObject({ status: 'done', done_at: today() })
    const { files } = (await (await world.as('admin')).get(`/expirations/${one!.id}`)).body.data as { files: { name: string }[] }
    expect(files.map(({ name }) => name)).toHaveMembers(['tre.pdf', 'uno.pdf'])
    await press(world, 'Riapri')
    await screen.findByRole('button', { name: 'Completa' })
    expect([(await now()).status, (await now(other!.id)).status]).toEqual(['open', 'open'])
  }))

test.each([
  ['Chiudi senza file', (world: Screen) => press(world, 'Chiudi senza file')],
  ['the cross', (world: Screen) => cross(world, 'Scadenza completata')],
])('a proof that does not arrive is given up by %s: the expiration is completed, without it', (_, close) =>
  onScreen('admin', '/scadenze', async (world) => {
    const values = { type: 'terra' as const, message: 'Messa a terra di prova', date: '2020-01-10', periodicity: 'once' as const }
    const [one] = await world.db.insert(expirations).values(values).returning()
    await world.open(`/scadenze/${one!.id}`)
    await press(world, 'Completa')
    const dialog = await screen.findByRole('dialog', { name: 'Completa la scadenza' })
    within(dialog).getByText(/, del \d\d\/\d\d\/\d{4} · Tutta la rete$/)
    const proof = new File(['%PDF-1.4 uno\n%%EOF'], 'uno.pdf', { type: 'application/pdf' })
    await world.user.upload(dialog.querySelector<HTMLInputElement>('input[type=file]')!, proof)
    await within(dialog).findByText(/uno\.pdf/)
    world.network.instead = (method, url) =>
      method === 'POST' && /file|upload/.test(url) ? new Response('{}', { status: 500 }) : undefined
    await pressIn(world, 'Completa la scadenza', 'Completa')
    await screen.findByText('È completata, ma i file non sono ancora arrivati.')
    await close(world)
    await gone()
    const told = (await (await world.as('admin')).get(`/expirations/${one!.id}`)).body.data
    expect(told).toMatchObject({ status: 'done', files: [] })
  }),
)

test('a new expiration that is left is not made; one that is saved is, and is changed by its own form', () =>
  onScreen('admin', '/scadenze', async (world) => {
    const made = () => world.db.select().from(expirations).where(eq(expirations.message, 'Verifica di prova'))
    await press(world, 'Nuova scadenza')
    const fill = async () => {
      await world.user.click(await screen.findByRole('combobox', { name: /Tipo/ }))
      await world.user.click(await screen.findByRole('option', { name: 'Prevenzione incendi' }))
      await write(world, /Descrizione/, 'Verifica di prova')
      await write(world, /^Data/, '10/02/2040')
    }
    await fill()
    await leave(world, 'Nuova scadenza')
    expect(await made()).toEqual([])
    await press(world, 'Nuova scadenza')
    await fill()
    await pressIn(world, 'Nuova scadenza', 'Salva')
    await gone()
    expect(await made()).toMatchObject([{ type: 'antincendio', date: '2040-02-10', periodicity: 'quinquennial', station_id: null }])
  }))
