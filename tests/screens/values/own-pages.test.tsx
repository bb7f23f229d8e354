// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makeStation } from '../../api/support/fixtures.ts'
import { gplRequest } from '../../api/support/gpl-fixtures.ts'
import { paper } from '../../resources/files.ts'
import { cells, onScreen } from '../support/world.tsx'
import { facts } from '../support/writes.ts'
import { inputsOf } from './readers.ts'
import { post } from './subject.ts'

const words = (one: Element | null | undefined) => (one?.textContent ?? '').replaceAll('\u00a0', ' ').trim()

test('the page of a communication shows each of its values where it belongs: title, line below, text, files, versions and people', () =>
  onScreen('admin', '/privacy', async (world) => {
    const { as, db, open } = world
    world.lookAway()
    const admin = await as('admin')
    const [ugo, renata] = [await as('autista'), await as('rete')]
    const said = { subject: 'Vecchio oggetto', body: '<p>Vecchio testo.</p>', users: [ugo.user_id, renata.user_id], priority: 'alta' }
    const { id } = await post(world, '/communications-ctrl', { ...said, ack_due: '2031-03-02', draft: true })
    const uploaded = await admin.upload(`/communications-ctrl/${id}/upload`, [{ ...paper, name: 'allegato.pdf' }])
    expect(uploaded.status, JSON.stringify(uploaded.body)).toBeLessThan(300)
    const rev = async () => (await admin.get(`/communications-ctrl/${id}`)).body.data.rev
    await admin.post(`/communications-ctrl/${id}/send`, { rev: await rev() })
    const told = { subject: 'Nuova procedura', body: '<p>Nuovo testo.</p>' }
    const corrected = await admin.post(`/communications-ctrl/${id}/correct`, { rev: await rev(), ...told })
    expect(corrected.status, JSON.stringify(corrected.body)).toBeLessThan(300)
    await db.execute(sql`update communications set sent_at = '2026-07-14T22:30:00Z' where id = ${id}`)
    await db.execute(sql`update files set size = 345678, created_at = '2026-05-10T06:07:00Z' where name = 'allegato.pdf'`)
    await db.execute(
      sql`update communication_recipients set read_at = '2026-07-15T07:31:00Z', ack_at = '2026-07-16T08:32:00Z', reminded_at = '2026-07-17T09:33:00Z' where communication_id = ${id} and user_id = ${ugo.user_id}`,
    )
    await open(`/comunicazioni/${id}?type=2`)
    await screen.findByRole('heading', { level: 1, name: 'Nuova procedura' })
    await screen.findByRole('row', { name: /Ugo Autista/ })
    const main = screen.getByRole('main')
    within(main).getByText(
      'Comunicazione di controllo · Anna Amministratrice · 15/07/2026 00:30 · versione 2 · da confermare entro il 02/03/2031',
    )
    expect([...main.querySelectorAll('.chip')].map(words)).toEqual(['Inviata', 'Priorità alta'])
    within(main).getByText('Nuovo testo.')
    const files = within(within(main).getByRole('heading', { name: 'Allegati' }).closest('section')!)
    expect(files.getAllByRole('listitem').map((item) => [...item.querySelectorAll('p')].map(words))).toEqual([
      ['allegato.pdf', '346 kB · 10/05/2026 08:07'],
    ])
    within(main).getByRole('button', { name: /^Versione 1 del .*: Vecchio oggetto$/ })
    within(main).getByRole('heading', { name: 'Destinatari (2)' })
    const heads = screen.getAllByRole('columnheader').map(words)
    const rows = cells().map((row) => Object.fromEntries(row.map((text, at) => [heads[at], text])))
    expect(rows).toHaveMembers([
      {
        Nome: 'Ugo Autistaautista@demo.example.it',
        Letta: '15/07/2026 09:31',
        'Presa visione': '16/07/2026 10:32',
        Sollecito: '17/07/2026 11:33',
      },
      { Nome: 'Renata Reterete@demo.example.it', Letta: '–', 'Presa visione': '–', Sollecito: '–' },
    ])
  }))

test('the form of a communication shows each of its values under its label', () =>
  onScreen('admin', '/privacy', async (world) => {
    const { as, open } = world
    world.lookAway()
    const ugo = await as('autista')
    const station = await makeStation(world.db, { code: 'ZZ1', name: 'Ponte' })
    const { id } = await post(world, '/communications-ctrl', {
      ...{ subject: 'Nuova procedura', body: '<p>Nuovo testo.</p>', roles: ['driver'], stations: [station.id], users: [ugo.user_id] },
      ...{ priority: 'alta', ack_due: '2031-03-02', push: false, mail: true, draft: true },
    })
    await open(`/comunicazioni/${id}?type=2`)
    await screen.findByRole('heading', { level: 1, name: 'Nuova procedura' })
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Modifica' }))
    const box = await screen.findByRole('textbox', { name: 'Testo' })
    expect(words(box)).toBe('Nuovo testo.')
    await waitFor(() =>
      expect(inputsOf('Modifica bozza', 'Salva bozza')).toEqual({
        ...{ Oggetto: 'Nuova procedura', Ruoli: 'Autista', 'Punti vendita': 'ZZ1 Ponte', Persone: 'Ugo Autista', Priorità: 'Alta' },
        ...{ 'Da confermare entro': '02/03/2031', 'Notifica sui dispositivi': 'No', Email: 'Sì' },
      }),
    )
  }))

test('the dialog of a GPL course shows each of its values under its label, and who takes part', () =>
  onScreen('admin', '/privacy', async (world) => {
    world.lookAway()
    const station = await makeStation(world.db, { code: 'ZZ1', name: 'Ponte' })
    const course = await post(world, '/gpl-course-calendar', {
      ...{ title: 'Corso di prova', kind: 'addetto', date: '2031-02-20', start: '09:15', end: '11:45', station_id: station.id },
      ...{ teacher: 'Elio Sarti', seats: 9, note: 'Nota del corso', place: 'Sala B' },
    })
    const request = await post(world, '/gpl-cards-requests', { ...gplRequest, station_id: station.id, course_id: course.id })
    await world.open(`/calendario-corsi-gpl?id=${course.id}`)
    const dialog = await screen.findByRole('dialog', { name: 'Corso di prova, 20/02/2031' })
    await within(dialog).findByRole('button', { name: 'Registro PDF' })
    expect([...dialog.querySelectorAll('.chip')].map(words)).toEqual(['Programmato'])
    expect(facts()).toEqual({
      Data: '20/02/2031',
      Docente: 'Elio Sarti',
      Fine: '11:45',
      Inizio: '09:15',
      Luogo: 'ZZ1 Ponte, Sala B',
      Note: 'Nota del corso',
      Posti: '9',
      Stato: 'Programmato',
      'Tipo di corso': 'Patentino addetto GPL',
    })
    within(dialog).getByRole('heading', { name: 'Iscritti 1/9' })
    expect(within(dialog).getByRole('link', { name: 'Rossi Mario' }).getAttribute('href')).toBe(`/richieste-carte-gpl/${request.id}`)
  }))
