// @vitest-environment jsdom
import '../../setup-dom.ts'
import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { inspection_pdfs, inspections as inspectionsTable, non_conformities } from '../../../server/db/schema/inspections/inspections.ts'
import { saveRow, storeBytes } from '../../../server/lib/files/files.ts'
import { INSPECTION_STATUSES, type Inspection, type InspectionStatus, inspections } from '../../../src/contract/inspections/inspections.ts'
import { NC_STATUSES, type NcStatus } from '../../../src/contract/inspections/non-conformities.ts'
import type { RoleName } from '../../../src/contract/kernel/roles.ts'
import { Incomplete } from '../../../src/features/inspections/Incomplete.tsx'
import { NonConformities } from '../../../src/features/inspections/NonConformities.tsx'
import { useRecordActions } from '../../../src/features/inspections/use-record-actions.tsx'
import { query } from '../../../src/lib/query.ts'
import { assign, makeStation } from '../../api/support/fixtures.ts'
import { BAD, begin, completed, GOOD, makeModel } from '../../api/support/inspection-fixtures.ts'
import type { Caller, World } from '../../api/support/world.ts'
import { onPage, onScreen } from '../support/world.tsx'

/** The persons who ask, with their roles; each one who made verifiche has some of their own. */
const people: [who: string, name: string, roles: RoleName[], sees: string][] = [
  ['an inspector', 'ispettore', ['inspection'], '6 viste'],
  ['an administrator', 'admin', ['superAdmin'], '18 viste'],
  ['a network manager who once made verifiche', 'rete', ['network_manager'], '6 viste'],
  ['a network manager who makes verifiche', 'rete', ['network_manager', 'inspection'], '9 viste'],
  ['an accountant who once made verifiche', 'contabilita', ['accounting'], '403'],
]
interface Row {
  id: number
  uuid: string
  /** As `own draft` or `other's incompleta elsewhere`. */
  words: string
  status: InspectionStatus
}
const states = Object.keys(INSPECTION_STATUSES) as InspectionStatus[]

/** A verifica in each of these states: the person's own, another's on a station of the network manager's, and another's elsewhere; and one with non-conformities. */
async function prepare({ db, as, deps }: World, name: string, roles: RoleName[], wanted: readonly (InspectionStatus | 'incompleta')[]) {
  await db
    .update(users)
    .set({ roles })
    .where(eq(users.email, `${name}@demo.example.it`))
  const [irene, admin, person] = [await as('ispettore2'), await as('admin'), await as(name)]
  const model = await makeModel(admin, 'WAY')
  const here = await makeStation(db, { code: 'ZZ1', email: 'zz1@example.it' })
  const third = await makeStation(db, { code: 'ZZ3' })
  const elsewhere = await makeStation(db, { code: 'ZZ2', email: 'zz2@example.it' })
  for (const { id } of [here, third]) await assign(db, id, (await as('rete')).user_id)
  const now = new Date()
  const verbale = await saveRow(
    await storeBytes({ name: 'verbale.pdf', bytes: Buffer.from('%PDF-1.7\n') }, { files: deps.files, now }),
    { type: 'inspection_pdf', id: 0 },
    { db },
  )
  const rows: Row[] = []
  for (const [whose, inspector_id, station] of [
    ['own', person.user_id, here],
    ["other's", irene.user_id, here],
    ["other's elsewhere", irene.user_id, elsewhere],
  ] as const)
    for (const state of wanted) {
      const { id, client_uuid: uuid } = await begin(irene, model, station.id)
      const status = state === 'incompleta' ? 'completed' : state
      const isDone = status === 'completed' || status === 'approved'
      const completed_at = now.toISOString()
      const outcome = state === 'incompleta' ? state : ('conforme' as const)
      const next = {
        ...{ inspector_id, status },
        ...(isDone && { completed_at, outcome, sections: {}, answers: GOOD }),
        ...(status === 'planned' && {
          ...{ id_year: null, id_number: null, model_version: null, started_at: null },
          scheduled_at: '2099-01-01',
        }),
      }
      await db.update(inspectionsTable).set(next).where(eq(inspectionsTable.id, id))
      // Printed already: here nobody waits for a printer.
      if (isDone)
        await db.insert(inspection_pdfs).values({ inspection_id: id, rev: 1, completed_at, file_id: verbale.id, created_at: completed_at })
      rows.push({ id, uuid, words: `${whose} ${state}`, status })
    }
  const found = await completed(irene, model, third.id, BAD)
  await db.update(inspectionsTable).set({ inspector_id: person.user_id }).where(eq(inspectionsTable.id, found.id))
  return { person, rows, found }
}
type Prepared = Awaited<ReturnType<typeof prepare>>

/** The requests and their states: a PUT to `draft` starts a planned verifica and reopens a closed one. */
const asked: Record<string, { only?: InspectionStatus[]; ask: (who: Caller, id: number, rev: number) => Promise<{ status: number }> }> = {
  begin: { only: ['planned'], ask: (who, id, rev) => who.put(`/inspection/${id}`, { rev, status: 'draft' }) },
  fill: { only: ['planned', 'draft'], ask: (who, id, rev) => who.put(`/inspection/${id}`, { rev, answers: GOOD }) },
  complete: {
    only: ['planned', 'draft'],
    ask: (who, id, rev) => who.put(`/inspection/${id}`, { rev, answers: GOOD, status: 'completed' }),
  },
  'Riprendi e completa': {
    only: ['completed', 'approved', 'cancelled'],
    ask: (who, id, rev) => who.put(`/inspection/${id}`, { rev, status: 'draft' }),
  },
  'Annulla la verifica': { ask: (who, id, rev) => who.put(`/inspection/${id}`, { rev, status: 'cancelled', reason: 'prova' }) },
  Approva: { ask: (who, id) => who.post(`/inspection/${id}/approve`) },
  Riapri: { ask: (who, id) => who.post(`/inspection/${id}/reopen`, { reason: 'prova' }) },
  'Invia al gestore': { ask: (who, id) => who.post(`/inspection/${id}/send`) },
  Elimina: { ask: (who, id) => who.del(`/inspection/${id}`) },
}
/** True if the real server carries it out; undone at once. Deleting an invisible record is no error and changes nothing. */
async function does({ db }: World, id: number, ask: () => Promise<{ status: number; body?: unknown }>) {
  const read = async () => JSON.stringify(await db.select().from(inspectionsTable).where(eq(inspectionsTable.id, id)))
  await db.execute(sql`savepoint attempt`)
  const before = await read()
  const { status, body } = await ask()
  const changed = before !== (await read())
  await db.execute(sql`rollback to savepoint attempt`)
  if (![200, 204, 403, 404, 409].includes(status)) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return status === 200 || changed
}
/** The actions the server carries out, as `own draft: Elimina`. */
async function answered(world: World, { person, rows }: Prepared, labels: readonly string[]) {
  const open: string[] = []
  for (const { id, words, status } of rows)
    for (const label of labels) {
      const { only, ask } = asked[label]!
      if ((only ?? states).includes(status) && (await does(world, id, () => ask(person, id, 1)))) open.push(`${words}: ${label}`)
    }
  return open
}

/** The buttons of all verifiche that whoever is signed in sees, as the app shows them; and of the non-conformities of one. */
function Buttons({ ready }: { ready: Prepared }) {
  const { data, error } = useQuery(query(inspections.list, { search: 'ZZ', per_page: 100 }))
  const { actionsOf } = useRecordActions()
  if (error) return <p>{error.status}</p>
  if (!data) return null
  const seen = ready.rows.flatMap(({ id, words }) => data.data.filter((row) => row.id === id).map((row) => ({ row, words })))
  return (
    <>
      <p>{seen.length} viste</p>
      {seen.map(({ row, words }) => (
        <section key={row.id} aria-label={words}>
          {actionsOf(row).map(({ label }) => (
            <button key={label} type="button">
              {label}
            </button>
          ))}
          {row.outcome === 'incompleta' && <Incomplete inspection={row as Inspection} unchecked={[]} />}
        </section>
      ))}
    </>
  )
}
const offered = (place: ParentNode, labels: readonly string[]) =>
  [...place.querySelectorAll('button')].flatMap(({ textContent }) => (labels.includes(textContent!) ? [textContent!] : []))

test.each(people)('%s is offered exactly what the server does with a verifica', async (_who, name, roles, sees) => {
  let ready: Prepared
  const labels = Object.keys(asked).filter((label) => /^[A-Z]/.test(label))
  await onPage(
    name,
    () => <Buttons ready={ready} />,
    async (world) => {
      await screen.findByText(sees)
      const shown = screen
        .queryAllByRole('region')
        .flatMap((place) => offered(place, labels).map((label) => `${place.getAttribute('aria-label')}: ${label}`))
      expect(shown).toHaveMembers(await answered(world, ready, labels))
    },
    async (world) => {
      world.lookAway()
      ready = await prepare(world, name, roles, [...states, 'incompleta'])
    },
  )
})

test.each(people.slice(0, 2))('%s is let into exactly the verifiche that the server takes answers for', async (_who, name, roles) => {
  let ready: Prepared
  await onScreen(
    name,
    '/dashboard',
    async (world) => {
      const open = await answered(world, ready, ['begin', 'fill', 'complete'])
      const may = (label: string) => ready.rows.flatMap(({ words }) => (open.includes(`${words}: ${label}`) ? [words] : []))
      // Nothing is begun or filled in for nothing.
      expect(may('complete')).toEqual(may('fill'))
      expect(may('begin')).toEqual(expect.arrayContaining(may('fill').filter((words) => words.endsWith('planned'))))
      const entered: string[] = []
      for (const { uuid, words } of ready.rows.filter(({ words }) => !words.endsWith('elsewhere'))) {
        await world.open(`/verifiche/${uuid}`)
        const way = (
          await screen.findAllByText(/^(Avvia la verifica|Verifica (\S+ · [\d/]+|\d+\/\d+)|Verifica non trovata|Prosegui|Domanda q_ok.*)$/)
        )[0]!
        if (!/^Verifica/.test(way.textContent!)) entered.push(words)
        await world.open('/dashboard')
      }
      expect(entered).toEqual(may('fill').filter((words) => !words.endsWith('elsewhere')))
    },
    async (world) => {
      world.lookAway()
      ready = await prepare(world, name, roles, ['planned', 'draft'])
    },
  )
})

test.each(people)('%s is offered exactly what the server does with a non-conformity', async (_who, name, roles) => {
  let ready: Prepared
  const moves = { in_progress: 'Prendi in gestione', resolved: 'Segna come risolta', open: 'Riapri' }
  await onPage(
    name,
    () => <NonConformities inspection={ready.found.id} />,
    async (world) => {
      for (const from of Object.keys(NC_STATUSES) as NcStatus[]) {
        const mine = eq(non_conformities.inspection_id, ready.found.id)
        const [nc] = await world.db.update(non_conformities).set({ status: from }).where(mine).returning()
        const open: string[] = []
        for (const [status, label] of Object.entries(moves)) {
          const ask = () => ready.person.put(`/inspection/nc/${nc!.id}`, { rev: nc!.rev, status, note: 'prova' })
          if (status !== from && (await does(world, 0, ask))) open.push(label)
        }
        await world.reload()
        await screen.findByText(roles.includes('accounting') ? 'Riprova' : NC_STATUSES[from])
        expect(offered(document, Object.values(moves))).toEqual(open)
      }
    },
    async (world) => {
      world.lookAway()
      ready = await prepare(world, name, roles, [])
    },
  )
})
