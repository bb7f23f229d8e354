// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/crud/list/RowMenuOpened.tsx'
import '../../../src/features/people/managements/CashPanel.tsx'
import '../../../src/features/people/managements/DoneDialog.tsx'
import '../../../src/features/people/managements/EndDialogs.tsx'
import '../../../src/features/people/managements/ManagementForm.tsx'
import '../../../src/features/people/managements/ManagementList.tsx'
import '../../../src/features/people/managements/ManagementShow.tsx'
import '../../../src/features/people/managements/ObligationsPanel.tsx'
import '../../../src/features/people/managements/RemunerationPanel.tsx'
import '../../../src/features/people/managements/Wizard.tsx'
import '../../../src/features/people/managers/AccountPanel.tsx'
import '../../../src/crud/form/CrudDialog.tsx'
import '../../../src/crud/record/DataRights.tsx'
import '../../../src/features/people/managers/EmployeeForm.tsx'
import '../../../src/features/people/managers/EmployeeList.tsx'
import '../../../src/features/people/managers/ManagerShow.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import {
  cash_funds,
  management_obligations,
  managements,
  management_remunerations as remunerations,
} from '../../../server/db/schema/people/managements.ts'
import { managers, station_employees } from '../../../server/db/schema/people/managers.ts'
import { today } from '../../../src/lib/format.ts'
import { usualExpiration } from '../../../src/rules/people/management-states.ts'
import { addDays } from '../../../src/rules/shared/italian.ts'
import { makeStation } from '../../api/support/fixtures.ts'
import { makeCash, makeManagement, terms } from '../../api/support/management-fixtures.ts'
import { onScreen, type Screen } from '../support/world.tsx'

const zanardi = { name: 'Anna', lastname: 'Zanardi', phone: '+393337654321', email: 'anna@example.it', fiscalCode: 'BNCNNA80A41F205U' }
const italian = (day: string) => day.split('-').reverse().join('/')
const press = async (world: Screen, name: string | RegExp) => world.user.click(await screen.findByRole('button', { name }))
const pressIn = async (world: Screen, title: string, name: string) =>
  world.user.click(within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name }))
const write = async (world: Screen, name: RegExp | string, text: string) => {
  const box = await screen.findByRole('textbox', { name })
  await world.user.clear(box)
  await world.user.type(box, text)
}
const choose = async (world: Screen, name: RegExp | string, option: RegExp | string) => {
  await world.user.click(await screen.findByRole('combobox', { name }))
  await world.user.click(await screen.findByRole('option', { name: option }))
}
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
/** Mario Rossi at ZZ1, from 1 January 2026 to 1 January 2032, on the page of his management. */
const atManagement = (test: (world: Screen, made: { id: number; manager_id: number; station_id: number }) => Promise<void>, tab = '') =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    const station = await makeStation(world.db, { code: 'ZZ1', name: 'Prova' })
    const admin = await world.as('admin')
    const { management, manager } = await makeManagement(admin, station.id)
    await makeCash(admin, management.id)
    const pay = await admin.post('/management-remuneration', { management_id: management.id, valid_from: '2026-01-01', ...terms })
    expect([pay.status, pay.body.error]).toEqual([201, undefined])
    await world.open(`/stazioni/manager?gestione=${management.id}${tab && `&scheda=${tab}`}`)
    await screen.findByRole('heading', { level: 1, name: /ZZ1 Prova – / })
    await test(world, { id: management.id, manager_id: manager.id, station_id: station.id })
  })

test('a management says from when to when it runs and of whom; it is renewed and ended by its menu', () =>
  atManagement(async (world, { id }) => {
    screen.getByText('Comodato gratuito con fornitura, dal 01/01/2026 al 01/01/2032')
    const now = async () => (await world.db.select().from(managements).where(eq(managements.id, id)))[0]!
    await press(world, 'Altro')
    await world.user.click(await screen.findByRole('menuitem', { name: 'Rinnova' }))
    await pressIn(world, 'Rinnova la gestione', 'Rinnova')
    await gone()
    expect((await now()).expirationManager).toBe(usualExpiration('2032-01-01'))
    await screen.findByText(`Comodato gratuito con fornitura, dal 01/01/2026 al ${italian(usualExpiration('2032-01-01'))}`)
    await press(world, 'Altro')
    await world.user.click(await screen.findByRole('menuitem', { name: 'Cessa' }))
    await screen.findByText(/^Dal giorno indicato Rossi Mario non gestisce più ZZ1 Prova/)
    await screen.findByText('Fondo cassa da restituire: 1.000,00 €.')
    await pressIn(world, 'Cessa la gestione', 'Cessa')
    await screen.findAllByText(/Il campo Motivo è obbligatorio/)
    await write(world, /Motivo/, 'Fine rapporto')
    await world.user.click(screen.getByRole('checkbox', { name: /restituzione/ }))
    await pressIn(world, 'Cessa la gestione', 'Cessa')
    await gone()
    expect(await now()).toMatchObject({ end_reason: 'Fine rapporto' })
    await screen.findByText('Cessata')
    expect(screen.queryByRole('button', { name: 'Modifica' }), 'one that has ended is not edited').toBeNull()
    expect((await world.db.select().from(cash_funds).where(eq(cash_funds.management_id, id))).map(({ kind }) => kind)).toEqual([
      'consegna',
      'restituzione',
    ])
  }))

test('the cash is what was given less what came back: a movement is added, corrected and deleted', () =>
  atManagement(async (world, { id }) => {
    await screen.findByText('Fondo attuale: 1.000,00 €')
    await press(world, 'Nuovo movimento')
    await choose(world, /Movimento/, 'Restituzione')
    await write(world, /Importo/, '250,5')
    await write(world, /Note/, 'Resa')
    await pressIn(world, 'Nuovo movimento', 'Salva')
    await gone()
    await screen.findByText('Fondo attuale: 749,50 €')
    await screen.findByText('−250,50 €')
    const stored = () => world.db.select().from(cash_funds).where(eq(cash_funds.management_id, id)).orderBy(cash_funds.id)
    expect((await stored())[1]).toMatchObject({ kind: 'restituzione', cashFundAmount: 250.5, note: 'Resa' })
    const menuOf = async (name: RegExp, action: string) => {
      await press(world, name)
      // Where nothing is laid out, a menu over a table that scrolls counts as scrolled away.
      await world.user.click(await screen.findByRole('menuitem', { name: action, hidden: true }))
    }
    await menuOf(/^Azioni Restituzione/, 'Modifica')
    await write(world, /Importo/, '200,00')
    await pressIn(world, 'Modifica movimento', 'Salva')
    await gone()
    await screen.findByText('Fondo attuale: 800,00 €')
    await menuOf(/^Azioni Restituzione/, 'Elimina')
    await world.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Elimina' }))
    await gone()
    await screen.findByText('Fondo attuale: 1.000,00 €')
    expect(await stored()).toHaveLength(1)
  }, 'cassa'))

test('a remuneration counts from its day, and the simulator says what a month gives by the one in force', () =>
  atManagement(async (world, { id }) => {
    await screen.findByText('in vigore')
    // 500 fixed, 3 cents for each of 100,000 litres.
    await screen.findByText('Compenso: 3.500,00 €')
    await write(world, 'Litri mese', '120000')
    // 20,000 litres above the threshold at 5 cents.
    await screen.findByText('Compenso: 4.500,00 €')
    await press(world, 'Nuova remunerazione')
    const box = (name: RegExp | string) => screen.getByRole<HTMLInputElement>('textbox', { name })
    await waitFor(() => expect(box(/Fisso mensile/).value).toBe('500,00'))
    expect(box('€/litro').value).toBe('0,0300')
    for (const name of [/Fisso mensile/, '€/litro', /oltre soglia/]) await write(world, name, '0')
    await pressIn(world, 'Nuova remunerazione', 'Salva')
    await screen.findAllByText('Indicare il fisso mensile o un importo per litro.')
    await write(world, /oltre soglia/, '0,05')
    await write(world, /Valida dal/, '01/01/2040')
    await write(world, /Fisso mensile/, '900,00')
    await write(world, '€/litro', '0,04')
    await pressIn(world, 'Nuova remunerazione', 'Salva')
    await gone()
    await screen.findByText('01/01/2040')
    expect(await world.db.select().from(remunerations).where(eq(remunerations.management_id, id)).orderBy(remunerations.id)).toMatchObject([
      { valid_from: '2026-01-01', fixed: 500, perLiter: 0.03 },
      { valid_from: '2040-01-01', fixed: 900, perLiter: 0.04 },
    ])
    const rail = screen.getByRole('heading', { name: 'Ultima modifica' }).closest('section')!
    await within(rail).findByText(/^Creazione di /)
    const inForce = screen.getByText('in vigore').closest('tr')!
    within(inForce).getByText(/01\/01\/2026/)
    await screen.findByText('Compenso: 4.500,00 €')
    await world.user.click(screen.getByRole('tab', { name: 'Storico' }))
    await screen.findByRole('row', { name: /Remunerazione n\. .*Fisso mensile.*900,00/ })
    await screen.findByRole('row', { name: /Fondo cassa n\. / })
    await screen.findByRole('row', { name: /Gestione n\. / })
  }, 'remunerazione'))

test('obligations are chosen with their day, and one that asks for a document is done with it alone', () =>
  atManagement(async (world, { id }) => {
    await press(world, 'Scegli gli obblighi')
    const dialog = within(await screen.findByRole('dialog', { name: 'Obblighi della gestione' }))
    await world.user.click(await dialog.findByRole('button', { name: 'Nessuno' }))
    const [box] = await dialog.findAllByRole('checkbox')
    await world.user.click(box!)
    await world.user.type(dialog.getByRole('textbox', { name: /^Scadenza di/ }), '01/02/2040')
    await world.user.click(dialog.getByRole('button', { name: 'Salva' }))
    await gone()
    const stored = async () =>
      (await world.db.select().from(management_obligations).where(eq(management_obligations.management_id, id)))[0]!
    expect(await stored()).toMatchObject({ due_date: '2040-02-01', applicable: true, last_done_at: null })
    await screen.findByText(/entro il 01\/02\/2040/)
    await press(world, /^Segna come adempiuto/)
    const done = within(await screen.findByRole('dialog', { name: 'Segna come adempiuto' }))
    await world.user.type(done.getByRole('textbox', { name: 'Note' }), 'Fatto dal tecnico')
    const input = screen.getByRole('dialog').querySelector<HTMLInputElement>('input[type=file]')!
    for (const name of ['uno.pdf', 'due.pdf'])
      await world.user.upload(input, new File(['%PDF-1.4\n%%EOF'], name, { type: 'application/pdf' }))
    await world.user.click(await done.findByRole('button', { name: 'Togli uno.pdf' }))
    await world.user.click(done.getByRole('button', { name: 'Segna come adempiuto' }))
    await gone()
    await screen.findByRole('button', { name: 'Apri due.pdf' })
    expect(screen.queryByRole('button', { name: 'Apri uno.pdf' })).toBeNull()
    expect(await stored()).toMatchObject({
      note: 'Fatto dal tecnico',
      last_done_at: new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' }),
    })
    await screen.findByText(/^Adempiuto il .* da /)
  }, 'obblighi'))

test('"Nuova gestione" goes from the station to the summary, says in which step something is missing, and makes all of it at once', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    await makeStation(world.db, { code: 'ZZ1', name: 'Prova' })
    const [manager] = await world.db.insert(managers).values(zanardi).returning()
    await world.open('/stazioni/manager?scheda=gestioni&modulo=nuovo')
    await press(world, 'Crea la gestione')
    await screen.findByRole('tab', { name: '1. Punto vendita (1 errore)' })
    await world.user.type(await screen.findByRole('combobox', { name: /Punto vendita/ }), 'ZZ1')
    await world.user.click(await screen.findByRole('option', { name: /ZZ1 Prova/ }))
    await press(world, 'Avanti')
    await choose(world, /Gestore/, /Zanardi/)
    await press(world, 'Avanti')
    await choose(world, /Tipo di gestione/, 'Guardiania')
    await write(world, /^Dal/, '01/03/2026')
    await write(world, /Ragione sociale/, 'Zanardi S.r.l.')
    await write(world, /Sede legale/, 'Via Roma 1')
    await write(world, /Partita IVA/, '00743110157')
    await write(world, /Codice SDI/, 'ABC1234')
    await press(world, 'Avanti')
    await world.user.click(await screen.findByRole('checkbox', { name: 'Consegna il fondo cassa' }))
    await write(world, /Importo/, '300,00')
    await press(world, 'Avanti')
    await world.user.click((await screen.findAllByRole('checkbox'))[0]!)
    await press(world, 'Avanti')
    await screen.findByText('Zanardi S.r.l.')
    const summary = () => screen.getByRole('tabpanel', { name: /Riepilogo/ }).textContent
    await waitFor(() => expect(summary()).toMatch(/^Punto vendita:ZZ1 ProvaGestore:Zanardi Anna/))
    expect(summary()).toMatch(
      /Tipo di gestione:GuardianiaDal:01\/03\/2026Scadenza gestione:.*Ragione sociale:Zanardi S\.r\.l\.P\.IVA:00743110157Fondo cassa:consegna di 300,00\s€Remunerazione:nessunaObblighi:1 scelto, \d+ nel catalogo$/,
    )
    await press(world, 'Crea la gestione')
    await screen.findByText('Gestione creata')
    const [made] = await world.db.select().from(managements).where(eq(managements.manager_id, manager!.id))
    expect(made).toMatchObject({
      type: 'guardiania',
      from: '2026-03-01',
      businessName: 'Zanardi S.r.l.',
      expirationManager: usualExpiration('2026-03-01'),
    })
    expect(await world.db.select().from(cash_funds).where(eq(cash_funds.management_id, made!.id))).toMatchObject([{ cashFundAmount: 300 }])
    expect(await world.db.$count(management_obligations, eq(management_obligations.management_id, made!.id))).toBe(1)
  }))

test('"Subentro" proposes what the old management had, stops at a step that is not filled in, leads to what is wrong, and says what follows', () =>
  atManagement(async (world, { id, manager_id, station_id }) => {
    const admin = await world.as('admin')
    const [next] = await world.db.insert(managers).values(zanardi).returning()
    await admin.post('/management-obligations', {
      management_id: id,
      obligations: [{ obligation_id: 1, due_date: '2040-02-01' }, { obligation_id: 2 }],
    })
    await world.reload()
    await press(world, 'Altro')
    await world.user.click(await screen.findByRole('menuitem', { name: 'Subentro' }))
    const step = async (name: RegExp) => world.user.click(await screen.findByRole('tab', { name }))
    const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
    await choose(world, /^Gestore/, /Zanardi/)
    await press(world, 'Avanti')
    await press(world, 'Avanti')
    await waitFor(() => expect(document.activeElement).toBe(box(/Ragione sociale/)))
    await step(/Riepilogo/)
    await press(world, 'Crea la gestione')
    await world.user.click(await screen.findByRole('link', { name: 'Il campo Ragione sociale è obbligatorio.' }))
    await waitFor(() => expect(document.activeElement).toBe(box(/Ragione sociale/)))
    expect(screen.getByRole('tab', { name: /^3\. Contratto/ }).getAttribute('aria-selected')).toBe('true')
    await write(world, /Ragione sociale/, 'Zanardi S.r.l.')
    await write(world, /Sede legale/, 'Via Roma 1')
    await write(world, /Partita IVA/, '00743110157')
    await write(world, /Codice SDI/, 'ABC1234')
    const first = addDays(today(), 30)
    await write(world, /^Dal/, italian(first))
    await press(world, 'Avanti')
    await screen.findByText(new RegExp(`^Il fondo cassa di chi lascia \\(1\\.000,00\\s€\\) si restituisce il ${italian(first)}`))
    await step(/Riepilogo/)
    const summary = screen.getByRole('tabpanel', { name: /Riepilogo/ })
    await waitFor(() => expect(summary.textContent).toMatch(/chi lascia:1\.000,00\s€, da restituire il .*Obblighi:2 scelti/))
    const said = new Set<string>()
    const watch = new MutationObserver(() => said.add(summary.textContent!))
    watch.observe(summary, { childList: true, subtree: true, characterData: true })
    await press(world, 'Crea la gestione')
    await screen.findByText('Gestione creata')
    await gone()
    watch.disconnect()
    expect([...said].filter((text) => text.includes('0 scelti'))).toEqual([])
    const [made] = await world.db.select().from(managements).where(eq(managements.manager_id, next!.id))
    const given = await world.db.select().from(management_obligations).where(eq(management_obligations.management_id, made!.id))
    expect(given.map(({ obligation_id, due_date }) => [obligation_id, due_date])).toHaveMembers([
      [1, '2040-02-01'],
      [2, null],
    ])
    await world.open(`/stazioni/manager?gestione=${id}`)
    await screen.findByText(`Comodato gratuito con fornitura, dal 01/01/2026, cessa il ${italian(first)}`)
    await screen.findByText('Cessa il')
    const { status, stations } = (await admin.get(`/managers/${next!.id}`)).body.data
    expect([status, stations]).toEqual(['without', []])
    expect((await admin.get(`/managers/${manager_id}`)).body.data.stations).toMatchObject([{ id: station_id }])
  }))

test('"Nuova gestione" at a station that has one says so at once, and leads to it', () =>
  atManagement(async (world, { id, station_id }) => {
    await world.open(`/stazioni/${station_id}?scheda=gestione&modulo=nuovo`)
    await screen.findByText(/^ZZ1 Prova ha già una gestione attiva, di Rossi Mario\. .*Subentro/)
    for (const step of screen.getAllByRole('tab', { name: /^[2-9]\. / })) expect(step).toHaveProperty('disabled', true)
    await press(world, 'Annulla')
    await world.open('/stazioni/manager?scheda=gestioni&modulo=nuovo')
    await world.user.type(await screen.findByRole('combobox', { name: /Punto vendita/ }), 'ZZ1')
    await world.user.click(await screen.findByRole('option', { name: /ZZ1 Prova/ }))
    const link = await screen.findByRole('link', { name: 'Apri la gestione attuale' })
    expect([screen.queryByRole('button', { name: 'Avanti' }), link.getAttribute('href')?.includes(`gestione=${id}`)]).toEqual([null, true])
  }))

test('on the page of a station or of a manager "Nuova gestione" does not ask for it again: it is a fact, and no column of the list', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    const { id } = await makeStation(world.db, { code: 'ZZ1', name: 'Prova' })
    const [manager] = await world.db.insert(managers).values(zanardi).returning()
    const steps = () =>
      within(screen.getByRole('dialog'))
        .getAllByRole('tab')
        .map(({ textContent }) => textContent)
    await world.open(`/stazioni/${id}?scheda=gestione&modulo=nuovo`)
    const dialog = within(await screen.findByRole('dialog', { name: 'Nuova gestione' }))
    await dialog.findByText('ZZ1 Prova')
    expect(steps().slice(0, 2)).toEqual(['1. Gestore', '2. Contratto'])
    await choose(world, /Gestore/, /Zanardi/)
    await world.user.click(dialog.getByRole('tab', { name: /Contratto/ }))
    await choose(world, /Tipo di gestione/, 'Guardiania')
    await write(world, /Ragione sociale/, 'Zanardi S.r.l.')
    await write(world, /Sede legale/, 'Via Roma 1')
    await write(world, /Partita IVA/, '00743110157')
    await write(world, /Codice SDI/, 'ABC1234')
    await press(world, 'Crea la gestione')
    await screen.findByText('Gestione creata')
    expect(await world.db.select().from(managements).where(eq(managements.station_id, id))).toMatchObject([
      { station_id: id, manager_id: manager!.id },
    ])
    const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    await world.open(`/stazioni/${id}?scheda=gestione`)
    await screen.findByRole('link', { name: 'Zanardi Anna' })
    expect(headings()).not.toContain('Punto vendita')
    await world.open(`/stazioni/manager/${manager!.id}?scheda=gestioni&modulo=nuovo`)
    await within(await screen.findByRole('dialog', { name: 'Nuova gestione' })).findByText('Zanardi Anna')
    expect(steps().slice(0, 2)).toEqual(['1. Punto vendita', '2. Contratto'])
  }))

test('the account of a manager is checked for each management, and "Crea account" makes the one of this manager', () =>
  atManagement(async (world, { manager_id }) => {
    await world.open(`/stazioni/manager/${manager_id}?scheda=account`)
    await screen.findByRole('heading', { level: 2, name: 'ZZ1 Prova' })
    await screen.findByText('Account presente: no')
    await press(world, 'Crea account')
    await screen.findByText('Account presente: sì')
    await screen.findByText(/^Email non inviata: SMTP non configurato\./)
    await screen.findByText('Nome corrispondente: sì')
    const [manager] = await world.db.select().from(managers).where(eq(managers.id, manager_id))
    const [account] = await world.db.select().from(users).where(eq(users.id, manager!.user_id!))
    expect(account).toMatchObject({ name: 'Mario Rossi', email: 'mario.rossi@example.it', roles: ['manager'] })
    await world.db
      .update(users)
      .set({ roles: ['worker'] })
      .where(eq(users.id, account!.id))
    await world.reload()
    await screen.findByText('Ruolo gestore: no')
    await press(world, 'Allinea account')
    await screen.findByText('Ruolo gestore: sì')
    await screen.findByText('L’account è allineato.')
  }))

test('the data of a manager are erased from the page for the ground chosen, once the managements are over', () =>
  atManagement(async (world, { id, manager_id }) => {
    // What an erasure takes out of the history cannot be told by the history.
    world.lookAway()
    await world.open(`/stazioni/manager/${manager_id}`)
    await screen.findByRole('button', { name: 'Archivio dati in PDF' })
    const ask = async () => {
      await press(world, 'Cancella i dati')
      const dialog = within(await screen.findByRole('dialog', { name: 'Cancellare i dati del gestore?' }))
      dialog.getByText(/^I dati di Rossi Mario vengono cancellati/)
      return dialog
    }
    const dialog = await ask()
    await choose(world, 'Motivo di conservazione', /giudizio/)
    await world.user.click(dialog.getByRole('button', { name: 'Cancella i dati' }))
    await screen.findByText('Cessare prima le gestioni attive.')
    await world.db.update(managements).set({ ended_at: '2026-01-31' }).where(eq(managements.id, id))
    await world.user.click(dialog.getByRole('button', { name: 'Cancella i dati' }))
    await screen.findByText('Dati della persona cancellati')
    await waitFor(() => expect(world.address()).toBe('/stazioni/manager'))
    const [row] = await world.db.select().from(managers).where(eq(managers.id, manager_id))
    expect(row).toMatchObject({ lastname: 'Rossi', phone: '+393331234567', identityCard: null })
  }))

test('an employee whose work is over is erased from the form of the list', () =>
  atManagement(async (world, { manager_id, station_id }) => {
    const [one] = await world.db
      .insert(station_employees)
      .values({ manager_id, station_id, name: 'Luca', lastname: 'Verdi', fiscalCode: 'VRDLCU90A01F205L', left_at: '2026-01-31' })
      .returning()
    await world.open(`/stazioni/manager?scheda=dipendenti&modulo=${one!.id}`)
    await press(world, 'Cancella i dati')
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancellare i dati del dipendente?' }))
    await choose(world, 'Motivo di conservazione', /si cancella tutto/)
    await world.user.click(dialog.getByRole('button', { name: 'Cancella i dati' }))
    await screen.findByText('Dati della persona cancellati')
    await gone()
    const [row] = await world.db.select().from(station_employees).where(eq(station_employees.id, one!.id))
    expect(row).toMatchObject({ lastname: `Dipendente cancellato ${one!.id}`, fiscalCode: '–' })
  }))
