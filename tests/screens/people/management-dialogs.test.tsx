// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/crud/list/RowMenuOpened.tsx'
import '../../../src/features/people/managements/CashPanel.tsx'
import '../../../src/features/people/managements/DoneDialog.tsx'
import '../../../src/features/people/managements/EndDialogs.tsx'
import '../../../src/features/people/managements/ManagementForm.tsx'
import '../../../src/features/people/managements/ManagementList.tsx'
import '../../../src/features/people/managements/ManagementShow.tsx'
import '../../../src/features/people/managements/Matrix.tsx'
import '../../../src/features/people/managements/ObligationsPanel.tsx'
import '../../../src/features/people/managements/RemunerationPanel.tsx'
import '../../../src/features/people/managements/Wizard.tsx'
import '../../../src/crud/form/CrudDialog.tsx'
import '../../../src/features/people/managers/EmployeeForm.tsx'
import '../../../src/features/people/managers/EmployeeList.tsx'
import '../../../src/features/people/managers/ManagerShow.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  cash_funds,
  management_obligations,
  managements,
  management_remunerations as remunerations,
} from '../../../server/db/schema/people/managements.ts'
import { managers } from '../../../server/db/schema/people/managers.ts'
import { notices } from '../../../src/lib/notify.ts'
import { connection } from '../../../src/lib/online.ts'
import { makeStation } from '../../api/support/fixtures.ts'
import { bianchi } from '../../api/support/management-fixtures.ts'
import { atManagement } from '../support/managements.ts'
import { cross, gone, leave, leaveTwice, menu, press, pressIn, readAgain, write } from '../support/steps.ts'
import { onScreen } from '../support/world.tsx'
import { facts } from '../support/writes.ts'

const bank = { iban: 'IT60X0542811101000000123456', fiscalCode: 'RSSMRA85T10A562S' }
test('a renewal, an end and a handover that are left change nothing; a contract is corrected with what was masked, once that is shown', () =>
  atManagement(
    async (world, { id }) => {
      const now = async () => (await world.db.select().from(managements).where(eq(managements.id, id)))[0]!
      const before = await now()
      await leaveTwice(
        world,
        'Rinnova la gestione',
        () => menu(world, 'Altro', 'Rinnova'),
        () => write(world, /Scadenza/, '31/12/2040'),
      )
      await leaveTwice(
        world,
        'Cessa la gestione',
        () => menu(world, 'Altro', 'Cessa'),
        () => write(world, /Motivo/, 'Errore'),
      )
      await leaveTwice(world, 'Subentro', () => menu(world, 'Altro', 'Subentro'))
      expect(await now()).toEqual(before)
      const showsAll = async (reason: string) => {
        await world.user.type(await screen.findByRole('textbox', { name: /^Motivo/ }), reason)
        await pressIn(world, 'Mostra i dati riservati', 'Mostra i dati riservati')
      }
      const iban = (text: string) => waitFor(() => expect(facts().IBAN?.replaceAll(/\s/g, '')).toBe(text))
      await iban('IT60••••3456')
      await press(world, 'Mostra i dati riservati')
      await showsAll('Bonifico')
      await iban(bank.iban)
      await world.reload()
      await iban('IT60••••3456')
      const title = /^Modifica/
      await press(world, 'Modifica')
      await write(world, /Ragione sociale/, 'Rossi & figli')
      await leave(world, title)
      expect(await now()).toEqual(before)
      await press(world, 'Modifica')
      await write(world, /Codice SDI/, 'XYZ9876')
      await world.user.click(within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name: 'Salva' }))
      await gone()
      expect(await now()).toMatchObject({ businessName: 'Rossi Carburanti S.r.l.', sdi: 'XYZ9876', iban: before.iban })
      await press(world, 'Modifica')
      const form = within(await screen.findByRole('dialog', { name: title }))
      expect(form.queryByRole('textbox', { name: 'IBAN' })).toBeNull()
      await world.user.click(form.getByRole('button', { name: 'Mostra i dati riservati' }))
      await showsAll('Cambio banca')
      await waitFor(() => expect(form.getByRole<HTMLInputElement>('textbox', { name: 'IBAN' }).value.replaceAll(' ', '')).toBe(bank.iban))
      await write(world, 'IBAN', 'IT40S0542811101000000123457')
      await leave(world, title)
      expect((await now()).iban).toBe(before.iban)
    },
    '',
    bank,
  ))

test('a list of a management that could not be read is read again; a movement, a remuneration and a choice that are left are not kept', () =>
  atManagement(async (world, { id }) => {
    const tab = (name: RegExp) => async () => world.user.click(await screen.findByRole('tab', { name }))
    await readAgain(world, '/cash', tab(/^Fondo cassa/), 'Consegna')
    await leaveTwice(
      world,
      'Nuovo movimento',
      () => press(world, 'Nuovo movimento'),
      () => write(world, /Importo/, '99,00'),
    )
    await menu(world, /^Azioni Consegna/, 'Ricevuta firmata (0)')
    await cross(world, 'Ricevuta firmata')
    await gone()
    expect(await world.db.select().from(cash_funds).where(eq(cash_funds.management_id, id))).toMatchObject([{ cashFundAmount: 1000 }])

    await readAgain(world, '/management-remuneration', tab(/^Remunerazione/), 'in vigore')
    await leaveTwice(
      world,
      'Nuova remunerazione',
      () => press(world, 'Nuova remunerazione'),
      () => write(world, /Fisso mensile/, '9,00'),
    )
    const [terms] = await world.db.select().from(remunerations).where(eq(remunerations.management_id, id))
    expect(terms).toMatchObject({ fixed: 500 })
    expect(await world.db.$count(remunerations, eq(remunerations.management_id, id))).toBe(1)
    await world.db.update(remunerations).set({ discountLiter: 0.01 }).where(eq(remunerations.id, terms!.id))
    await world.reload()
    await screen.findByText('Compenso: 3.500,00 €')
    await write(world, 'Litri scontati', '20000')
    await screen.findByText(/^Compenso: 3\.(3|7)00,00 €$/)

    await readAgain(world, '/management-obligations', tab(/^Obblighi/), 'Scegli gli obblighi')
    const dialog = async () => within(await screen.findByRole('dialog', { name: 'Obblighi della gestione' }))
    const stored = () => world.db.select().from(management_obligations).where(eq(management_obligations.management_id, id))
    const before = await stored()
    await leaveTwice(
      world,
      'Obblighi della gestione',
      () => press(world, 'Scegli gli obblighi'),
      async () => world.user.click(await (await dialog()).findByRole('button', { name: 'Scegli tutti' })),
    )
    expect(await stored()).toEqual(before)
    await press(world, 'Scegli gli obblighi')
    await world.user.click((await (await dialog()).findAllByRole('checkbox'))[0]!)
    await world.user.type((await dialog()).getByRole('textbox', { name: /^Scadenza di/ }), '01/02/2040')
    await world.user.click((await dialog()).getByRole('button', { name: 'Scegli tutti' }))
    const all = (await dialog()).getAllByRole('checkbox').length
    await pressIn(world, 'Obblighi della gestione', 'Salva')
    await gone()
    const now = await stored()
    expect([now.length, now.filter(({ due_date }) => due_date === '2040-02-01').length]).toEqual([all, 1])
  }))

test('an obligation is done on the day that is said and with the photo that was taken, from the table of all managements', () =>
  atManagement(async (world, { id }) => {
    const admin = await world.as('admin')
    const made = await admin.post('/management-obligations', {
      management_id: id,
      obligations: [{ obligation_id: 1, due_date: '2040-02-01' }],
    })
    expect(made.status).toBeLessThan(300)
    await world.open('/stazioni/manager/obblighi')
    const cell = () => screen.findByRole('button', { name: /ZZ1 Prova: .*01\/02\/2040$/ })
    await world.user.click(await cell())
    await screen.findByRole('dialog', { name: 'ZZ1 Prova, Rossi Mario' })
    await world.user.keyboard('{Escape}')
    await gone()
    await world.user.click(await cell())
    const title = 'Segna come adempiuto'
    const ask = () => press(world, /^Segna come adempiuto: /)
    await ask()
    await write(world, 'Note', 'Non ancora')
    await pressIn(world, title, 'Annulla')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())
    await ask()
    await screen.findByRole('dialog', { name: title })
    await world.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())
    await ask()
    const done = await screen.findByRole('dialog', { name: title })
    const toasts = notices.get().length
    await write(world, /^Adempiuto il/, '31/12/2099')
    await pressIn(world, title, 'Segna come adempiuto')
    // Said at its field, and nowhere else.
    expect(await screen.findAllByText('La data di adempimento non può essere nel futuro.')).toHaveLength(1)
    expect(notices.get()).toHaveLength(toasts)
    await write(world, /^Adempiuto il/, '10/11/2026')
    const camera = done.querySelector<HTMLInputElement>('input[capture]') ?? document.querySelector<HTMLInputElement>('input[capture]')!
    expect(screen.queryByText('La data di adempimento non può essere nel futuro.')).toBeNull()
    await world.user.upload(camera, new File(['%PDF-1.4\n%%EOF'], 'foto.pdf', { type: 'image/jpeg' }))
    await within(done).findByText(/^foto\.pdf · /)
    act(() => connection.set('offline'))
    within(done).getByText(/^Senza rete non si può registrare/)
    expect(within(done).getByRole<HTMLButtonElement>('button', { name: title }).disabled).toBe(true)
    // Behind it none can be begun, and each says why.
    const others = screen.getAllByRole<HTMLButtonElement>('button', { name: /^Segna come adempiuto \(serve la rete\): /, hidden: true })
    expect(others.filter(({ disabled }) => !disabled)).toEqual([])
    act(() => connection.set('online'))
    await pressIn(world, title, 'Segna come adempiuto')
    await screen.findByText(/^Adempiuto il 10\/11\/2026 da /)
    const [stored] = await world.db.select().from(management_obligations).where(eq(management_obligations.management_id, id))
    expect(stored).toMatchObject({ last_done_at: '2026-11-10', note: null })
  }))

test('in "Nuova gestione" one goes back and to any step, makes the manager there, and sets the first remuneration', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    await makeStation(world.db, { code: 'ZZ1', name: 'Prova' })
    const before = await world.db.$count(managements)
    await world.open('/stazioni/manager?scheda=gestioni')
    await press(world, 'Nuova gestione')
    await screen.findByRole('combobox', { name: /Punto vendita/ })
    await press(world, 'Annulla')
    await gone()
    await press(world, 'Nuova gestione')
    await world.user.type(await screen.findByRole('combobox', { name: /Punto vendita/ }), 'ZZ1')
    await world.user.click(await screen.findByRole('option', { name: /ZZ1 Prova/ }))
    await press(world, 'Avanti')
    const asks = () => screen.queryByRole('dialog', { name: 'Nuovo gestore' })
    await press(world, 'Nuovo gestore')
    await pressIn(world, 'Nuovo gestore', 'Annulla')
    await waitFor(() => expect(asks()).toBeNull())
    await press(world, 'Nuovo gestore')
    await screen.findByRole('dialog', { name: 'Nuovo gestore' })
    await world.user.keyboard('{Escape}')
    await waitFor(() => expect(asks()).toBeNull())
    await press(world, 'Nuovo gestore')
    for (const [name, text] of [
      [/^Nome/, 'Anna'],
      [/^Cognome/, 'Zanardi'],
      [/^Codice fiscale/, bianchi.fiscalCode],
      [/^Telefono/, bianchi.phone],
      [/^Email/i, 'anna@example.it'],
    ] as const)
      await world.user.type(within(await screen.findByRole('dialog', { name: 'Nuovo gestore' })).getByRole('textbox', { name }), text)
    await pressIn(world, 'Nuovo gestore', 'Salva')
    await waitFor(() => expect(asks()).toBeNull())
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^Gestore/ }).value).toBe('Zanardi Anna'))
    await press(world, 'Indietro')
    await screen.findByRole('combobox', { name: /Punto vendita/ })
    await world.user.click(screen.getByRole('tab', { name: /^4\. Cassa e compenso/ }))
    await world.user.click(await screen.findByRole('checkbox', { name: 'Imposta la remunerazione' }))
    await write(world, /Fisso mensile/, '700,00')
    await world.user.click(screen.getByRole('tab', { name: /^6\. Riepilogo/ }))
    const summary = () => screen.getByRole('tabpanel', { name: /Riepilogo/ }).textContent
    await waitFor(() => expect(summary()).toMatch(/Gestore:Zanardi Anna.*Remunerazione:700,00\s€ al mese, 0,0000\s€ al litro/))
    await world.user.click(screen.getByRole('tab', { name: /^4\. Cassa e compenso/ }))
    await world.user.click(await screen.findByRole('checkbox', { name: 'Imposta la remunerazione' }))
    await world.user.click(screen.getByRole('tab', { name: /^6\. Riepilogo/ }))
    await waitFor(() => expect(summary()).toMatch(/Remunerazione:nessuna/))
    expect(await world.db.$count(managers, eq(managers.lastname, 'Zanardi'))).toBe(1)
    expect(await world.db.$count(managements)).toBe(before)
  }))

test('a new employee has the station of the manager who runs one, unless another was chosen', () =>
  atManagement(async (world, { manager_id }) => {
    const place = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Punto vendita/ })
    await world.open(`/stazioni/manager/${manager_id}?scheda=dipendenti&modulo=nuovo`)
    await waitFor(() => expect(place().value).toBe('ZZ1 Prova'), { timeout: 5_000 })
    await makeStation(world.db, { code: 'ZZ2', name: 'Altra' })
    await world.open('/stazioni/manager?scheda=dipendenti&modulo=nuovo')
    await world.user.type(await screen.findByRole('combobox', { name: /^Punto vendita/ }), 'ZZ2')
    await world.user.click(await screen.findByRole('option', { name: /ZZ2 Altra/ }))
    await world.user.click(screen.getByRole('combobox', { name: /^Gestore/ }))
    await world.user.click(await screen.findByRole('option', { name: /Rossi Mario/ }))
    await waitFor(() => expect(world.network.asked.filter((one) => one.endsWith(`/managers/${manager_id}`))).not.toEqual([]))
    expect(place().value).toBe('ZZ2 Altra')
  }))
