// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/gpl/CourseDialog.tsx'
import '../../../src/features/gpl/Participants.tsx'
import '../../../src/features/gpl/RequestBoard.tsx'
import '../../../src/features/gpl/RequestForm.tsx'
import '../../../src/features/gpl/RequestShow.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { customers } from '../../../server/db/schema/cards/customers.ts'
import { gpl_card_requests, gpl_courses } from '../../../server/db/schema/gpl/gpl.ts'
import { today } from '../../../src/lib/format.ts'
import { addDays, addMonths } from '../../../src/rules/shared/italian.ts'
import { formIn, onScreen } from '../support/world.tsx'
import { dialogOf, facts, writes } from '../support/writes.ts'

const inAMonth = () => addMonths(today(), 1)
const expiry = () => addMonths(today(), 30)
const italian = (day: string) => day.split('-').reverse().join('/')
const request = () => ({
  ...{ name: 'Mario', lastname: 'Rossi', fiscalCode: 'RSSMRA85T10A562S', address: 'Via Emilia 1', cap: '43036', city: 'Fidenza' },
  ...{ province: 'PR', phone: '+393201234567', plate: 'GA123BC', vehicle: 'Fiat Panda', tank_expiration: expiry() },
  ...{ station_id: 1, privacy: true },
})

test('an empty request is refused at its fields, and nothing is sent', () =>
  onScreen('contabilita', '/richieste-carte-gpl?modulo=nuovo', async ({ user }) => {
    const form = within(await formIn('Nuova richiesta'))
    const sent = writes()
    expect(form.getByRole('checkbox', { name: 'Consenso privacy' }).getAttribute('aria-required')).toBe('true')
    form.getByText((_, part) => part?.tagName === 'LABEL' && part.textContent === 'Consenso privacy *')
    await user.click(form.getByText('Salva'))
    for (const label of ['Targa', 'Cognome', 'Scadenza serbatoio'])
      expect((await form.findAllByText(`Il campo ${label} è obbligatorio.`)).length).toBeGreaterThan(0)
    form.getAllByText('Senza il consenso privacy la richiesta non si può inserire.')
    expect(sent).toEqual([])
  }))

test('a chosen customer fills the applicant', () =>
  onScreen('contabilita', '/richieste-carte-gpl?modulo=nuovo', async ({ user, db }) => {
    const [known] = await db.select().from(customers).where(eq(customers.kind, 'privato')).limit(1)
    const form = within(await formIn('Nuova richiesta'))
    const box = (name: RegExp) => form.getByRole<HTMLInputElement>('textbox', { name }).value
    await user.click(form.getByRole('combobox', { name: /^Cliente/ }))
    await user.paste(String(known!.code))
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${known!.code} `) }))
    await waitFor(() => expect(box(/^Cognome/)).toBe(known!.lastname))
    expect([box(/^Nome/), box(/^Codice fiscale/), box(/^CAP/)]).toEqual([known!.name, known!.fiscalCode, known!.cap])
  }))

test('a request is assigned to a course and given back, checked, rejected and opened again, each by one write', () =>
  onScreen('contabilita', '/richieste-carte-gpl', async ({ user, as, db, open }) => {
    const conti = await as('contabilita')
    const course = { date: inAMonth(), start: '09:00', end: '11:30', place: 'Sala riunioni', teacher: 'Ing. Prova', seats: 3 }
    const { id: course_id } = (await conti.post('/gpl-course-calendar', course)).body.data
    const { id, number, rev } = (await conti.post('/gpl-cards-requests', request())).body.data
    await open(`/richieste-carte-gpl/${id}`)
    await waitFor(() =>
      expect(facts()).toMatchObject({
        ...{ Nome: 'Mario', Cognome: 'Rossi', 'Codice fiscale': 'RSSMRA85T10A562S', Città: 'Fidenza', Targa: 'GA123BC' },
        ...{ 'Scadenza serbatoio': italian(expiry()), Corso: '–', Docente: '–', 'Completata il': '–' },
      }),
    )
    screen.getByText('Rossi Mario · GA123BC')
    expect(screen.queryByRole('button', { name: 'Completa e crea tessera' })).toBeNull()
    const sent = writes()
    await user.click(screen.getByRole('button', { name: 'Assegna corso' }))
    const dialog = await dialogOf('Assegna corso')
    expect(dialog.getByRole('button', { name: 'Assegna corso' })).toHaveProperty('disabled', true)
    await user.click(await dialog.findByRole('radio', { name: `${italian(inAMonth())}, 09:00–11:30` }))
    dialog.getByText('Sala riunioni · 3 posti liberi')
    await user.click(dialog.getByRole('button', { name: 'Assegna corso' }))
    await screen.findByText('Richiesta modificata')
    await waitFor(() => expect(facts().Corso).toBe(`${italian(inAMonth())} 09:00, Corso GPL self-service`))
    expect(screen.getAllByText('In attesa corso').length).toBeGreaterThan(0)
    screen.getByRole('link', { name: `Corso del ${italian(inAMonth())} 09:00` })
    await user.click(screen.getByRole('checkbox', { name: 'Opuscolo consegnato' }))
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Opuscolo consegnato' })).toHaveProperty('checked', true))
    // The course has not taken place.
    expect(
      screen.getByRole('button', { name: 'Completa e crea tessera', description: 'Completare le verifiche prima del rilascio.' }),
    ).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('tab', { name: /^Documenti/ }))
    await user.click(screen.getByRole('tab', { name: /^Dati/ }))
    await user.click(await screen.findByRole('button', { name: 'Libera il posto' }))
    await waitFor(() => expect(facts().Corso).toBe('–'))
    await user.click(screen.getByRole('button', { name: 'Annulla richiesta' }))
    const why = await dialogOf('Annulla richiesta')
    await user.type(why.getByRole('textbox', { name: /^Motivo/ }), 'Rinuncia')
    await user.click(why.getByRole('button', { name: 'Annulla richiesta' }))
    await screen.findByText('Motivo dell’annullamento: Rinuncia')
    expect(screen.getAllByText('Annullato').length).toBeGreaterThan(0)
    await user.click(await screen.findByRole('button', { name: 'Riapri' }))
    // The seat that was given back is free, and is taken again.
    await user.click(await screen.findByRole('button', { name: 'Assegna corso' }))
    const again = await dialogOf('Assegna corso')
    await user.click(await again.findByRole('radio', { name: `${italian(inAMonth())}, 09:00–11:30` }))
    await again.findByText('Sala riunioni · 3 posti liberi')
    await user.click(again.getByRole('button', { name: 'Assegna corso' }))
    await screen.findByRole('link', { name: `Corso del ${italian(inAMonth())} 09:00` })
    const url = `PUT /gpl-cards-requests/${id}`
    expect(sent).toEqual([
      [url, { rev, course_id }],
      [url, { rev: rev + 1, leaflet_given: true }],
      [url, { rev: rev + 2, course_id: null }],
      [url, { rev: rev + 3, status: 'REJECTED', reject_reason: 'Rinuncia' }],
      [url, { rev: rev + 4, status: 'CREATED' }],
      [url, { rev: rev + 5, course_id }],
    ])
    const [row] = await db.select().from(gpl_card_requests).orderBy(desc(gpl_card_requests.id)).limit(1)
    expect(row).toMatchObject({ number, status: 'WAITING_COURSE', course_id, leaflet_given: true, reject_reason: null })
  }))

test('a request whose course has taken place becomes a card', () =>
  onScreen('contabilita', '/richieste-carte-gpl', async ({ user, as, db, open }) => {
    const conti = await as('contabilita')
    const course = { date: inAMonth(), start: '09:00', end: '11:30', place: 'Sala riunioni', teacher: 'Ing. Prova', seats: 3 }
    const { id: course_id } = (await conti.post('/gpl-course-calendar', course)).body.data
    const { id } = (await conti.post('/gpl-cards-requests', { ...request(), course_id })).body.data
    await db.update(gpl_courses).set({ status: 'done' }).where(eq(gpl_courses.id, course_id))
    const checks = { course_attended_at: '2026-01-10', vehicle_checked: true, leaflet_given: true, demo_done: true }
    await db.update(gpl_card_requests).set(checks).where(eq(gpl_card_requests.id, id))
    await open(`/richieste-carte-gpl/${id}`)
    await screen.findByText('Presente al corso')
    await user.click(await screen.findByRole('button', { name: 'Completa e crea tessera' }))
    await user.click((await dialogOf('Completare la richiesta?')).getByRole('button', { name: 'Completa e crea tessera' }))
    await waitFor(() => expect(screen.getAllByText('Completato').length).toBeGreaterThan(0))
    await screen.findByText('Tessera GPL creata per la targa GA123BC: è da attivare.')
    expect(screen.queryByText('Presente al corso')).toBeNull()
    const [row] = await db.select().from(gpl_card_requests).where(eq(gpl_card_requests.id, id))
    expect(row).toMatchObject({ status: 'COMPLETED', card_id: expect.any(Number) })
  }))

test('on the board the arrows move from card to card and from column to column, and Enter opens', () =>
  onScreen('contabilita', '/richieste-carte-gpl', async ({ user, as, db, open, address }) => {
    const conti = await as('contabilita')
    await db.delete(gpl_card_requests)
    const made: number[] = []
    for (const [at, lastname] of ['Rossi', 'Neri', 'Verdi'].entries())
      made.push((await conti.post('/gpl-cards-requests', { ...request(), lastname, plate: `GA12${at}BC` })).body.data.id)
    await conti.edit(`/gpl-cards-requests/${made[0]}`, { status: 'REJECTED', reject_reason: 'x' })
    await open('/richieste-carte-gpl?vista=lavagna')
    const card = (name: string) => screen.findByRole('link', { name: new RegExp(`^${name} `) })
    const [neri, verdi, rossi] = [await card('Neri'), await card('Verdi'), await card('Rossi')]
    verdi.focus()
    const went = async (key: string) => {
      await user.keyboard(`{${key}}`)
      return document.activeElement
    }
    expect(await went('ArrowUp')).toBe(verdi)
    expect(await went('ArrowDown')).toBe(neri)
    expect(await went('ArrowDown')).toBe(neri)
    // The columns between them are empty; the other one has a single card.
    expect(await went('ArrowRight')).toBe(rossi)
    expect(await went('ArrowRight')).toBe(rossi)
    expect(await went('ArrowLeft')).toBe(verdi)
    expect(await went('End')).toBe(neri)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe(`/richieste-carte-gpl/${made[1]}`))
  }))

test('who only reads sees a request with nothing to press; without GPL nothing at all', async () => {
  await onScreen('lettura.conta', '/richieste-carte-gpl', async ({ as, open }) => {
    expect(screen.queryByRole('button', { name: 'Nuova richiesta' })).toBeNull()
    const { id } = (await (await as('contabilita')).post('/gpl-cards-requests', request())).body.data
    await open(`/richieste-carte-gpl/${id}`)
    await waitFor(() => expect(facts()).toMatchObject({ Cognome: 'Rossi' }))
    for (const name of ['Assegna corso', 'Annulla richiesta', 'Modifica', 'Altro', 'Elimina'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.getByRole('checkbox', { name: 'Opuscolo consegnato' })).toHaveProperty('disabled', true)
  })
  await onScreen('rete', '/richieste-carte-gpl', async () => {
    await screen.findByText('Non hai le autorizzazioni necessari per visualizzare questa pagina')
  })
})

test('before and after a course is cancelled it says who is to be telephoned, and that no mail leaves without a mail server', () =>
  onScreen('contabilita', '/calendario-corsi-gpl', async ({ user, as, open }) => {
    const conti = await as('contabilita')
    const course = { date: today(), start: '09:00', end: '11:30', place: 'Sala riunioni', seats: 7 }
    const { id: course_id } = (await conti.post('/gpl-course-calendar', course)).body.data
    const people = [
      { name: 'Mario', lastname: 'Rossi', plate: 'GA123BC', phone: '+393201234567', email: 'mario@example.it' },
      { name: 'Luca', lastname: 'Neri', plate: 'GA124BC', phone: '+393201234568', email: '' },
    ]
    for (const person of people) {
      const { id, rev } = (await conti.post('/gpl-cards-requests', { ...request(), ...person })).body.data
      expect((await conti.put(`/gpl-cards-requests/${id}`, { rev, course_id })).status).toBe(200)
    }
    await open(`/calendario-corsi-gpl?id=${course_id}`)
    await user.click(await screen.findByRole('button', { name: 'Annulla corso' }))
    const mailed =
      'Email preparata per un richiedente, ma nessun server di posta è configurato: non parte. Da telefonare: Rossi Mario (+393201234567).'
    const rest = 'Senza email, da telefonare: Neri Luca (+393201234568).'
    const question = await screen.findByRole('dialog', { name: 'Annullare il corso?' })
    within(question).getByText(`Le richieste prenotate tornano da assegnare. ${mailed} ${rest} Il corso non si può riaprire.`)
    await user.click(within(question).getByRole('button', { name: 'Annulla corso' }))
    await screen.findByRole('heading', { name: 'Erano iscritti' })
    screen.getByText(mailed)
    screen.getByText(rest)
    screen.getByRole('link', { name: 'Neri Luca' })
  }))

test('a course that is over is neither confirmed nor, once it was done, deleted', () =>
  onScreen('contabilita', '/calendario-corsi-gpl', async ({ as, db, reload }) => {
    const conti = await as('contabilita')
    const course = { date: today(), start: '09:00', end: '11:30', place: 'Sala riunioni', teacher: 'Ing. Prova', seats: 7 }
    const { id } = (await conti.post('/gpl-course-calendar', course)).body.data
    const buttons = async () => {
      await reload(`/calendario-corsi-gpl?id=${id}`)
      await screen.findByRole('heading', { name: 'Iscritti 0/7' })
      return ['Conferma corso', 'Annulla corso', 'Elimina'].filter((name) => screen.queryByRole('button', { name }))
    }
    expect(await buttons()).toEqual(['Conferma corso', 'Annulla corso', 'Elimina'])
    await db
      .update(gpl_courses)
      .set({ date: addDays(today(), -1) })
      .where(eq(gpl_courses.id, id))
    expect(await buttons()).toEqual(['Annulla corso', 'Elimina'])
    await db.update(gpl_courses).set({ status: 'done' }).where(eq(gpl_courses.id, id))
    expect(await buttons()).toEqual([])
  }))

test('who has a seat stands with plate and phone, and the course is done with those who were ticked', () =>
  onScreen('contabilita', '/calendario-corsi-gpl', async ({ user, as, db, open, reload }) => {
    const conti = await as('contabilita')
    const course = { date: today(), start: '09:00', end: '11:30', place: 'Sala riunioni', teacher: 'Ing. Prova', seats: 7 }
    const { id: course_id } = (await conti.post('/gpl-course-calendar', course)).body.data
    const people = [
      { name: 'Mario', lastname: 'Rossi', plate: 'GA123BC', phone: '+393201234567' },
      { name: 'Luca', lastname: 'Neri', plate: 'GA124BC', phone: '+393201234568' },
      { name: 'Ugo', lastname: 'Verdi', plate: 'GA125BC', phone: '+393201234569' },
    ]
    for (const person of people) {
      const { id, rev } = (await conti.post('/gpl-cards-requests', { ...request(), ...person })).body.data
      expect((await conti.put(`/gpl-cards-requests/${id}`, { rev, course_id })).status).toBe(200)
    }
    await db.update(gpl_courses).set({ date: '2099-03-02' }).where(eq(gpl_courses.id, course_id))
    await open(`/calendario-corsi-gpl?id=${course_id}`)
    await screen.findByText('Le presenze si segnano dal giorno del corso, il 02/03/2099.')
    await db.update(gpl_courses).set({ date: today() }).where(eq(gpl_courses.id, course_id))
    await reload()
    await screen.findByRole('heading', { name: 'Iscritti 3/7' })
    expect(screen.queryByText(/^Le presenze si segnano/)).toBeNull()
    screen.getByText('GA124BC · +393201234568 · In attesa corso')
    const tick = (name: RegExp) => user.click(screen.getByRole('checkbox', { name }))
    await tick(/^Presente: .*Rossi/)
    await tick(/^Presente: .*Neri/)
    await tick(/^Presente: .*Verdi/)
    await tick(/^Presente: .*Neri/)
    await user.click(screen.getByRole('button', { name: 'Segna come svolto' }))
    const question = within(await screen.findByRole('dialog', { name: 'Segnare il corso come svolto?' }))
    question.getByText(/^Presenti: 2 di 3\./)
    await user.click(question.getByRole('button', { name: 'Segna come svolto' }))
    await waitFor(async () => {
      const rows = await db.select().from(gpl_card_requests).where(eq(gpl_card_requests.course_id, course_id))
      const attended = rows.map(({ lastname, course_attended_at }) => [lastname, course_attended_at])
      expect(Object.fromEntries(attended)).toEqual({ Rossi: today(), Neri: null, Verdi: today() })
    })
  }))
