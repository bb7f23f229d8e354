// @vitest-environment jsdom
import '../../setup-dom.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { inspection_files, inspections, non_conformities } from '../../../server/db/schema/inspections/inspections.ts'
import { openLocalEditor } from '../../../src/features/inspections/editor.ts'
import { fieldDb } from '../../../src/features/inspections/field-store.ts'
import { loadLocal } from '../../../src/features/inspections/local-inspection.ts'
import { prepareOffline } from '../../../src/features/inspections/prepare-offline.ts'
import { probe } from '../../../src/lib/online.ts'
import { outbox } from '../../../src/outbox/runtime.ts'
import { jpeg, send } from '../../api/support/inspection-fixtures.ts'
import { NoWorker } from '../../no-worker.ts'
import { onScreen, type Screen } from '../support/world.tsx'

/** A completed verifica of the inspector with a non-conformity resolved meanwhile, read as `name`. */
const atResolved = (name: string, work: (world: Screen, nc: { id: number; label: string }) => Promise<void>) => {
  let found: { id: number; label: string; year: number | null; number: number | null } | undefined
  return onScreen(
    name,
    '/dashboard',
    async (world) => {
      await world.open(`/verifiche/${found!.year}-${found!.number}`)
      await work(world, found!)
    },
    async ({ db }) => {
      ;[found] = await db
        .select({ id: non_conformities.id, label: non_conformities.label, year: inspections.id_year, number: inspections.id_number })
        .from(non_conformities)
        .innerJoin(inspections, eq(inspections.id, non_conformities.inspection_id))
        .innerJoin(users, eq(users.id, inspections.inspector_id))
        .where(
          and(eq(users.email, 'ispettore@demo.example.it'), eq(non_conformities.status, 'resolved'), eq(inspections.status, 'completed')),
        )
        .limit(1)
    },
  )
}

test('who may not read verifiche sees none', () =>
  atResolved('contabilita', async () => {
    await screen.findByText('Non hai le autorizzazioni necessari per visualizzare questa pagina')
  }))

test('sections are folded where nothing is wrong, and open all at once', () =>
  atResolved('ispettore', async ({ user }) => {
    const button = await screen.findByRole('button', { name: 'Apri tutte le sezioni' })
    const sections = [...document.querySelectorAll('details')]
    const open = sections.map((section) => section.open)
    expect(open).toEqual(sections.map((section) => / NC\b/.test(section.querySelector('summary')!.textContent!)))
    expect(open).toContain(false)
    await user.click(button)
    expect(sections.every((section) => section.open)).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Chiudi tutte le sezioni' }))
    expect(sections.some((section) => section.open)).toBe(false)
    // The inspector may not delete a completed verifica.
    await user.click(screen.getByRole('button', { name: 'Altro' }))
    await screen.findByRole('menuitem', { name: 'Ripeti verifica' })
    expect(screen.queryByRole('menuitem', { name: 'Elimina' })).toBeNull()
  }))

test('a photo that no answer names is shown as such, with its picture; one that was taken away is not', async () => {
  const made: Blob[] = []
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${made.push(blob)}`, revokeObjectURL: () => {} })
  await atResolved('ispettore', async ({ db, as, reload, address }, { id }) => {
    await screen.findByRole('button', { name: 'Apri tutte le sezioni' })
    expect(screen.queryByRole('heading', { name: 'Foto non collegate a una risposta' })).toBeNull()
    const [here] = await db
      .select({ client_uuid: inspections.client_uuid })
      .from(inspections)
      .innerJoin(non_conformities, eq(inspections.id, non_conformities.inspection_id))
      .where(eq(non_conformities.id, id))
    // As an answer that lost its photos left them: sent, and named nowhere.
    const ivan = await as('ispettore')
    const pictures = await Promise.all([90, 140].map((shade) => jpeg(shade)))
    const { client_uuid: own } = (await db.select().from(inspections).where(eq(inspections.status, 'draft')))[0]!
    for (const picture of pictures) expect((await send(ivan, own, picture)).status).toBe(201)
    const sent = await db.select().from(inspection_files).where(eq(inspection_files.client_uuid, own))
    const [shown, removed] = sent.slice(-2)
    await db
      .update(inspection_files)
      .set(here!)
      .where(inArray(inspection_files.id, [shown!.id, removed!.id]))
    await db.update(inspection_files).set({ removed: true }).where(eq(inspection_files.id, removed!.id))
    await reload(address())
    const section = within((await screen.findByRole('heading', { name: 'Foto non collegate a una risposta' })).closest('section')!)
    const open = await section.findByRole('button', { name: 'Apri Non collegata, foto 1' })
    expect(open.querySelector('img')!.src).toMatch(/^blob:/)
    expect(section.getAllByRole('button')).toHaveLength(1)
    expect(made.map(({ size }) => size)).toContain(pictures[0]!.length)
  })
})

test('what was resolved is opened again, taken in hand, and resolved with a note', () =>
  atResolved('ispettore', async ({ user, db }, { id, label }) => {
    const row = async () => (await db.select().from(non_conformities).where(eq(non_conformities.id, id)))[0]!
    const section = async () => within((await screen.findByRole('heading', { name: 'Non conformità' })).parentElement!)
    const place = async () => within((await (await section()).findByText(label, { exact: false })).closest('li')!)
    await user.click((await place()).getByRole('button', { name: 'Riapri' }))
    await (await place()).findByText('Aperta')
    expect(await row()).toMatchObject({ status: 'open', resolved_at: null })

    await user.click((await place()).getByRole('button', { name: 'Prendi in gestione' }))
    await (await place()).findByText('In gestione')
    expect(await row()).toMatchObject({ status: 'in_progress' })

    await user.click((await place()).getByRole('button', { name: 'Segna come risolta' }))
    const dialog = within(await screen.findByRole('dialog'))
    const confirm = dialog.getByRole('button', { name: 'Segna come risolta' })
    await user.click(confirm)
    dialog.getByText('Il campo Come è stata risolta è obbligatorio.')
    expect(await row()).toMatchObject({ status: 'in_progress' })
    await user.type(dialog.getByRole('textbox', { name: 'Come è stata risolta' }), 'Sostituito il pezzo')
    await user.click(confirm)
    await (await place()).findByText(/Risolta il .*: Sostituito il pezzo/)
    expect(await row()).toMatchObject({ status: 'resolved', resolution_note: 'Sostituito il pezzo' })
  }))

test('a closed verifica is repeated with its model and station chosen; an approved one offers no deletion', () =>
  atResolved('admin', async ({ user, address, db, reload }, { id }) => {
    const [nc] = await db.select().from(non_conformities).where(eq(non_conformities.id, id))
    // A model without the station's number: one must not be taken for the other.
    await db
      .update(inspections)
      .set({ model_id: sql`(select max(id) from inspection_models where id <> station_id)` })
      .where(eq(inspections.id, nc!.inspection_id))
    await reload(address())
    await user.click(await screen.findByRole('button', { name: 'Altro' }))
    await screen.findByRole('menuitem', { name: 'Elimina' })
    await user.click(screen.getByRole('menuitem', { name: 'Approva' }))
    const question = within(await screen.findByRole('dialog', { name: 'Approva la verifica' }))
    question.getByText(/^Approvare la verifica 20\d\d\/\d+\? Dopo l'approvazione non si può più modificare né riaprire\.$/)
    expect(screen.queryByText('Verifica approvata')).toBeNull()
    await user.click(question.getByRole('button', { name: 'Approva' }))
    await screen.findByText('Verifica approvata')
    await user.click(await screen.findByRole('button', { name: 'Altro' }))
    await screen.findByRole('menuitem', { name: 'Ripeti verifica' })
    expect(screen.queryByRole('menuitem', { name: 'Elimina' })).toBeNull()
    await user.click(screen.getByRole('menuitem', { name: 'Ripeti verifica' }))
    await screen.findByRole('dialog')
    const [repeated] = await db.select().from(inspections).where(eq(inspections.id, nc!.inspection_id))
    expect(address()).toBe(`/verifiche?nuova=avvia&modello=${repeated!.model_id}&pv=${repeated!.station_id}`)
  }))

test('what is planned stands in a calendar whose month is in the address', () =>
  onScreen('ispettore', '/verifiche?mese=2026-11', async ({ db, user, address, open }) => {
    const [plan] = await db.select().from(inspections).where(eq(inspections.status, 'planned'))
    await open(`/verifiche?mese=${plan!.scheduled_at!.slice(0, 7)}`)
    const sheet = await screen.findByRole('region', { name: 'Calendario delle verifiche pianificate' })
    const link = await within(sheet).findByRole('link')
    expect(link.getAttribute('href')).toBe(`/verifiche/${plan!.client_uuid}`)
    expect(link.closest('td')!.textContent).toMatch(new RegExp(`^${Number(plan!.scheduled_at!.slice(8))}\\D`))
    await open('/verifiche?mese=2031-01')
    await user.click(await screen.findByRole('button', { name: 'Mese precedente' }))
    await screen.findByText('Nessuna verifica pianificata in questo mese.')
    expect(address()).toBe('/verifiche?mese=2030-12')
    await user.click(screen.getByRole('button', { name: 'Elenco' }))
    await screen.findByRole('table')
    expect(address()).toBe('/verifiche')
  }))

/** The first verifica of that state, or the one of that name in it. */
const firstOf = async (db: Screen['db'], status: 'planned' | 'draft' | 'cancelled', uuid?: string) =>
  (
    await db
      .select()
      .from(inspections)
      .where(and(eq(inspections.status, status), uuid ? eq(inspections.client_uuid, uuid) : undefined))
  )[0]!
/** In the open dialog: the reason, and the button that goes by its title. */
async function giveReason(user: Screen['user'], reason: string) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Annulla la verifica' }))
  await user.type(dialog.getByRole('textbox', { name: 'Motivo' }), reason)
  await user.click(dialog.getByRole('button', { name: 'Annulla la verifica' }))
}

test('what is planned is cancelled by its inspector with a reason, and then deleted', () =>
  onScreen('ispettore', '/dashboard', async ({ db, user, open, address, reload }) => {
    const { client_uuid } = await firstOf(db, 'planned')
    await open(`/verifiche/${client_uuid}`)
    const ask = async () => {
      await user.click(await screen.findByRole('button', { name: 'Altro' }))
      await user.click(screen.getByRole('menuitem', { name: 'Annulla la verifica' }))
    }
    await ask()
    expect(screen.queryByRole('button', { name: 'PDF' })).toBeNull()
    await user.type(await screen.findByRole('textbox', { name: 'Motivo' }), 'Impianto')
    await reload()
    await ask()
    await waitFor(() => expect((screen.getByRole('textbox', { name: 'Motivo' }) as HTMLTextAreaElement).value).toBe('Impianto'))
    await giveReason(user, ' chiuso')
    await screen.findByText(/^La verifica è stata annullata da te.* Motivo: Impianto chiuso\.$/)
    expect(await firstOf(db, 'cancelled', client_uuid)).toMatchObject({ reason: 'Impianto chiuso' })
    await user.click(await screen.findByRole('button', { name: 'Altro' }))
    await user.click(screen.getByRole('menuitem', { name: 'Elimina' }))
    await user.click(within(await screen.findByRole('dialog', { name: 'Conferma eliminazione' })).getByRole('button', { name: 'Elimina' }))
    await waitFor(() => expect(address()).toBe('/verifiche'))
  }))

test('what is being filled in is cancelled on the device, also without a network, in words the office takes', () =>
  onScreen('ispettore', '/dashboard', async ({ as, db, user, open, network }) => {
    const { client_uuid } = await firstOf(db, 'draft')
    await open(`/verifiche/${client_uuid}?view=summary`)
    // Away from "Completa", where the thumb is.
    expect(screen.queryByRole('button', { name: 'Annulla la verifica' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Altre azioni' }))
    const cancel = await screen.findByRole('menuitem', { name: 'Annulla la verifica' })
    network.down = true
    await user.click(cancel)
    const dialog = within(await screen.findByRole('dialog', { name: 'Annulla la verifica' }))
    await user.click(dialog.getByRole('button', { name: 'Annulla la verifica' }))
    dialog.getByText('Il campo Motivo è obbligatorio.')
    await giveReason(user, 'Aperta per errore')
    await screen.findByRole('heading', { name: /^Sul dispositivo \(1 da inviare\)$/ })
    const queued = (await outbox().list()).at(-1)!
    expect(queued.label).toMatch(/^Annullamento: /)
    const { rev, id: _, ...input } = queued.input as { rev: { or: number } } & Record<string, unknown>
    network.down = false
    const sent = await (await as('ispettore')).put(`/inspection/${client_uuid}`, { ...input, rev: rev.or })
    expect(sent.status).toBe(200)
    expect((await firstOf(db, 'cancelled', client_uuid)).reason).toBe('Aperta per errore')
  }))

// The search of the stations fails, and all else is prepared.
vi.stubGlobal('Worker', NoWorker)

test('what is planned is there without a server too, once the device is prepared, and is begun', () =>
  onScreen('ispettore', '/verifiche', async ({ db, user, open, address, network }) => {
    const planned = await db.select().from(inspections).where(eq(inspections.status, 'planned')).orderBy(inspections.scheduled_at)
    const { client_uuid } = planned[0]!
    await act(probe)
    await screen.findByText('Pronto per lavorare offline')
    expect(screen.queryByRole('heading', { name: 'In programma' })).toBeNull()
    network.down = true
    await act(probe)
    const agenda = within((await screen.findByRole('heading', { name: 'In programma' })).parentElement!)
    const links = agenda.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toContain(`/verifiche/${client_uuid}`)
    await open(`/verifiche/${client_uuid}`)
    await user.click(await screen.findByRole('button', { name: 'Avvia la verifica' }))
    await screen.findByRole('button', { name: /^Riepilogo/ })
    expect(address()).toBe(`/verifiche/${client_uuid}`)
    expect((await outbox().list()).map((item) => item.label)[0]).toMatch(/^Avvio: /)
    await open('/verifiche')
    await waitFor(() =>
      expect(screen.queryAllByRole('link').map((link) => link.getAttribute('href'))).toContain(`/verifiche/${client_uuid}`),
    )
    const headings = () => [...document.querySelectorAll('h2')].filter(({ textContent }) => textContent === 'In programma')
    await waitFor(() =>
      expect(headings().flatMap((heading) => within(heading.parentElement!).queryAllByRole('link'))).toHaveLength(links.length - 1),
    )

    // Two at the same copy, as two tabs are: what one saves while the other closes does not open it again.
    await open(`/verifiche/${client_uuid}?view=summary`)
    await screen.findByRole('button', { name: 'Altre azioni' })
    const other = (await openLocalEditor(client_uuid))!
    other.setHead({ notes: 'Scritto altrove' })
    await other.flush()
    await user.click(await screen.findByRole('button', { name: 'Altre azioni' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Annulla la verifica' }))
    await giveReason(user, 'Impianto chiuso')
    await waitFor(() => expect(address()).toBe('/verifiche'))
    other.setHead({ notes: 'Scritto dopo' })
    await other.flush()
    expect((await loadLocal(client_uuid))!.local).toMatchObject({ status: 'closing' })
    expect((await outbox().list()).at(-1)!.input).toMatchObject({ status: 'cancelled', notes: 'Scritto altrove' })
  }))

test('an address that names no verifica is the documented 404 page', () =>
  onScreen('ispettore', '/verifiche/zzz', async () => {
    await screen.findByText('404 Pagina non trovata')
  }))

test('where the stations never arrived the device says so, and finds them once they are there', () =>
  onScreen('ispettore', '/verifiche', async ({ user, open, network }) => {
    await act(probe)
    await screen.findByText('Pronto per lavorare offline')
    // As after a preparation that was cut between the models and the stations.
    await fieldDb().facts.delete('stations')
    network.down = true
    await act(probe)
    await open('/verifiche?nuova=avvia')
    await user.click(await screen.findByRole('button', { name: /^Antincendio/ }))
    const dialog = within(screen.getByRole('dialog'))
    await dialog.findByText('Nessun punto vendita su questo dispositivo: usa «Prepara per offline» quando c’è rete.')
    network.down = false
    // Asked for here while the page asks by itself, and twice: it is one, and none is cut off.
    await act(() => Promise.all([prepareOffline(), prepareOffline()]).then(() => undefined))
    await dialog.findByText('La ricerca dei punti vendita non è disponibile.')
  }))
