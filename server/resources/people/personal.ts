import { eq, or, type SQL, sql } from 'drizzle-orm'
import type { Endpoint, Named } from '../../../src/contract/kernel/endpoint.ts'
import { compact } from '../../../src/contract/kernel/italian-codes.ts'
import { documentTypes } from '../../../src/contract/people/personal.ts'
import { isMasked } from '../../../src/rules/people/personal-data.ts'
import { activity_log, files } from '../../db/schema/core/system.ts'
import type { managers, station_employees } from '../../db/schema/people/managers.ts'
import type { Context } from '../../lib/core/context.ts'
import { preparedWrite } from '../../lib/core/implement.ts'
import { matches } from '../../lib/tables/table.ts'
import { cancelExpirationsAbout, syncExpiration } from '../expirations/sync-expiration.ts'

/** Writes down who had personal data shown, and why: in the activity, and with the reason in the record's history. */
export async function logReveal(model: PersonKind | 'management', id: number, reason: string, context: Context): Promise<void> {
  context.audit({ action: 'lettura_dati' })
  await context.history(model, id, 'revealed', {}, { reason })
}
/** Writes down who has read a document of a person, or all that is kept: a read leaves no activity by itself. */
export async function logFileRead({ resource, path }: Endpoint & Named, { id, fileId }: { id: number; fileId?: number }, context: Context) {
  await context.db.insert(activity_log).values({
    ...{ user_id: context.user.id, action: 'lettura_file', entity: resource, entity_id: String(id), method: 'GET', status: 200 },
    path: path.replace('{id}', String(id)).replace('{fileId}', String(fileId)),
    ...{ ip: context.ip, user_agent: context.agent, request_id: context.requestId, created_at: context.now.toISOString() },
  })
}
type People = typeof managers | typeof station_employees
export type PersonKind = 'manager' | 'station_employee'
const DOTS = '••••'
type Values = Record<string, unknown>
/** Personal data as dots; one that a change has touched says so. */
function dotted(values: unknown, before?: unknown): unknown {
  if (!values) return values
  const old = (before ?? values) as Values
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (!isMasked(name) || typeof value !== 'string') return [name, value]
      return [name, old[name] === value ? DOTS : `${DOTS} (modificato)`]
    }),
  )
}
/** The context whose history has no personal data: whoever reads a record masked must not find it there in full. */
export const maskedHistory = <C extends Pick<Context, 'history'>>(context: C): C => ({
  ...context,
  history: (model, id, event, before, after) => context.history(model, id, event, dotted(before), dotted(after, before)),
})
/**
 * Condition for a search text. A codice fiscale is found only where it is typed in full: found by its beginning, it could be guessed letter by letter
 * by those who see it masked.
 */
export function matchesPerson(typed: string | undefined, people: People): SQL | undefined {
  const words = matches(typed, people.lastname, people.name, people.phone, people.email)
  return typed ? or(words, eq(people.fiscalCode, compact(typed))) : undefined
}
/** By its full name: of a single table the builder leaves the name out, and `files` has an id too. */
const idOf = (kind: PersonKind) => sql.raw(`"${kind}s"."id"`)
/** The documents of a person, as JSON. `kind` is the owner of the files. */
export const documentsOf = (kind: PersonKind) =>
  sql<
    unknown[]
  >`(select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'size', f.size, 'category', f.category,
    'expiration', f.expiration, 'created_at', to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by f.id), '[]')
    from ${files} f where f.owner_type = ${sql.raw(`'${kind}'`)} and f.owner_id = ${idOf(kind)})`
/** The nearest day on which a card or a document of the person expires, `YYYY-MM-DD`. */
export const documentExpiration = (kind: PersonKind, people: People) =>
  sql<string | null>`(least(${people.identityCardExpiration}, ${people.expiration}, (select min(f.expiration) from ${files} f
    where f.owner_type = ${sql.raw(`'${kind}'`)} and f.owner_id = ${idOf(kind)}))::text)`

interface Person {
  id: number
  name: string
  lastname: string
  expiration: string | null
  identityCardExpiration: string | null
}
/** Keeps the expirations of a person's cards and documents. `station_id`: whose stations see them; null for the whole network. */
export async function syncPersonExpirations(
  kind: PersonKind,
  person: Person,
  { station_id, gone = false }: { station_id: number | null; gone?: boolean },
  context: Context,
) {
  if (gone) return cancelExpirationsAbout(kind, person.id, context)
  const name = `${person.lastname} ${person.name}`
  const documents = await context.db
    .select()
    .from(files)
    .where(sql`${files.owner_type} = ${kind} and ${files.owner_id} = ${person.id} and ${files.expiration} is not null`)
  const dates: [field: string, date: string | null, what: string][] = [
    ['identityCardExpiration', person.identityCardExpiration, "Carta d'identità"],
    ['expiration', person.expiration, 'Tessera sanitaria'],
    ...documents.map(({ id, expiration, category }): [string, string | null, string] => [
      `file_${id}`,
      expiration,
      documentTypes[(category ?? 'altro') as keyof typeof documentTypes],
    ]),
  ]
  for (const [field, date, what] of dates)
    await syncExpiration(
      {
        ...{ subject_type: kind, subject_id: person.id, field, date, station_id },
        ...{ type: 'documento', message: `${what}: ${name}`.slice(0, 500), periodicity: 'once' },
      },
      context,
    )
}
/** Cancels the expiration of a document that is deleted. */
export const cancelDocumentExpiration = (kind: PersonKind, id: number, fileId: number, context: Context) =>
  syncExpiration(
    {
      ...{ subject_type: kind, subject_id: id, field: `file_${fileId}`, date: null, station_id: null },
      ...{ type: 'documento', message: '', periodicity: 'once' },
    },
    context,
  )

/** The upload of a person's documents, which brings their expirations with it. */
export function uploadOf<H extends (...given: never[]) => unknown>(
  upload: H,
  after: (id: number, context: Context) => Promise<unknown>,
): H {
  const { prepare } = upload as unknown as { prepare: (input: { id: number }, context: Context) => Promise<unknown> }
  return preparedWrite(prepare, async (input: { id: number }, context: Context, stored: unknown) => {
    const saved = await (upload as unknown as (...given: unknown[]) => Promise<unknown>)(input, context, stored)
    await after(input.id, context)
    return saved
  }) as unknown as H
}
