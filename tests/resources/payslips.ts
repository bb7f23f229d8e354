import { sql } from 'drizzle-orm'
import { certificateLines, inventedPdf, payslipLines } from '../../server/db/seed/people/invented-pdf.ts'
import type { Caller, World } from '../api/support/world.ts'
import type { Scene, Write } from './scene.ts'

/** The codice fiscale of a demo account, by the first part of its address. */
export async function codeOf({ db }: Pick<World, 'db'>, account: string): Promise<string> {
  const { rows } = (await db.execute(
    sql`select "fiscalCode" as code from users where email = ${`${account}@demo.example.it`}`,
  )) as unknown as {
    rows: { code: string }[]
  }
  return rows[0]!.code
}
/** A payslip, or CUD, of a demo account. */
export async function paySheet(world: Pick<World, 'db'>, account: string, path = '/payrolls', period = 'marzo 2026') {
  const person = { name: account, fiscalCode: await codeOf(world, account) }
  return path === '/cuds' ? certificateLines(person, 2026) : payslipLines(person, period, '1.234,56')
}
/** Uploads PDFs and has them read; gives the batch. */
export async function uploaded(world: World, admin: Caller, files: { name: string; bytes: Buffer }[], path = '/payrolls') {
  const sent = await admin.upload(`${path}/upload`, files)
  if (sent.status !== 201) throw new Error(JSON.stringify(sent.body))
  await world.runs()
  return (await admin.get(`${path}/batches/${sent.body.data.id}`)).body.data as { id: number; rev: number; ready: number; open: number }
}
/** The first document of a batch. */
export const firstOf = async (admin: Caller, id: number, path = '/payrolls') =>
  (await admin.get(`${path}/batches/${id}/documents`)).body.data.data[0]

const inScope = 'the person’s own, or of the whole network: tests/api/people/payslips.test.ts'
/** The lines of the calls of payslips, or of CUD. */
export function payLines<const P extends '/payrolls' | '/cuds'>(path: P) {
  const entity = path.slice(1) as 'payrolls' | 'cuds'
  const scope = inScope
  const batch = (world: World, admin: Caller) =>
    paySheet(world, 'dipendente', path).then((lines) => uploaded(world, admin, [{ name: 'uno.pdf', bytes: inventedPdf([lines]) }], path))
  const onBatch =
    (act: (at: string, admin: Caller, headers: Record<string, string>) => ReturnType<Caller['post']>, before?: string): Write =>
    async (scene) => {
      const { id } = await batch(scene, scene.admin)
      if (before) await scene.admin.post(`${path}/batches/${id}/${before}`)
      return () => act(`${path}/batches/${id}`, scene.admin, scene.headers)
    }
  // The addresses are put together there, for payslips and CUD alike.
  const testedIn = 'tests/api/people/payslips.test.ts'
  const admin = { policy: 'payroll.admin', scope, testedIn } as const
  return {
    list: { call: `GET ${path}`, policy: 'payroll.own', scope, testedIn, filters: 'tests/api/people/payslips.test.ts' },
    get: { call: `GET ${path}/{id}`, policy: 'payroll.own', scope, testedIn },
    upload: {
      call: `POST ${path}/upload`,
      ...admin,
      write: async (scene: Scene) => {
        const bytes = inventedPdf([await paySheet(scene, 'dipendente', path)])
        return () => scene.admin.upload(`${path}/upload`, [{ name: 'uno.pdf', bytes }], {}, scene.headers)
      },
      leaves: `creazione, ${entity}, named, pay_batch created`,
    },
    batches: { call: `GET ${path}/batches`, ...admin },
    batch: { call: `GET ${path}/batches/{id}`, ...admin },
    documents: { call: `GET ${path}/batches/{id}/documents`, ...admin, filters: 'tests/api/people/payslips.test.ts' },
    people: { call: `GET ${path}/people`, ...admin },
    assign: {
      call: `PUT ${path}/documents/{id}`,
      ...admin,
      revised: true,
      write: async (scene: Scene) => {
        const { id, rev } = await firstOf(scene.admin, (await batch(scene, scene.admin)).id, path)
        const body = { user_id: scene.ivan.user_id, year: 2026, month: 4, type: 'cedolino', rev }
        return () => scene.admin.put(`${path}/documents/${id}`, body, scene.headers)
      },
      leaves: `modifica, ${entity}, named`,
    },
    drop: {
      call: `DELETE ${path}/documents/{id}`,
      ...admin,
      write: async (scene: Scene) => {
        const { id } = await firstOf(scene.admin, (await batch(scene, scene.admin)).id, path)
        return () => scene.admin.del(`${path}/documents/${id}`, scene.headers)
      },
      leaves: `eliminazione, ${entity}, named`,
    },
    retract: {
      call: `POST ${path}/documents/{id}/withdraw`,
      status: 200,
      ...admin,
      write: async (scene: Scene) => {
        const { id } = await batch(scene, scene.admin)
        await scene.admin.post(`${path}/batches/${id}/publish`)
        const one = await firstOf(scene.admin, id, path)
        return () => scene.admin.post(`${path}/documents/${one.id}/withdraw`, undefined, scene.headers)
      },
      leaves: `modifica, ${entity}, named, pay_batch status`,
    },
    publish: {
      call: `POST ${path}/batches/{id}/publish`,
      status: 200,
      ...admin,
      write: onBatch((at, who, headers) => who.post(`${at}/publish`, undefined, headers)),
      leaves: `modifica, ${entity}, named, pay_batch status`,
    },
    withdraw: {
      call: `POST ${path}/batches/{id}/withdraw`,
      status: 200,
      ...admin,
      write: onBatch((at, who, headers) => who.post(`${at}/withdraw`, undefined, headers), 'publish'),
      leaves: `modifica, ${entity}, named, pay_batch status`,
    },
    discard: {
      call: `DELETE ${path}/batches/{id}`,
      ...admin,
      write: onBatch((at, who, headers) => who.del(at, headers)),
      leaves: `eliminazione, ${entity}, named, pay_batch deleted`,
    },
  } as const satisfies Record<string, object>
}
