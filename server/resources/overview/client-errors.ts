import { getTableColumns } from 'drizzle-orm'
import { clientErrors as contract } from '../../../src/contract/overview/client-errors.ts'
import { client_errors } from '../../db/schema/core/client-errors.ts'
import { maskPersonalData, pathWithoutIds } from '../../domain/overview/mask-personal-data.ts'
import { implement } from '../../lib/core/implement.ts'
import { perMinute } from '../../lib/core/rate-limit.ts'
import { matches, ordering, paged } from '../../lib/tables/table.ts'

const limit = perMinute(30)

export default implement(contract, {
  async report({ kind, message, stack, page, app_version }, { db, user, ip, now, audit }) {
    limit(`${user.id} ${ip}`, now)
    const row = {
      kind,
      message: maskPersonalData(message, 500),
      stack: stack ? maskPersonalData(stack, 4_000) : null,
      page: pathWithoutIds(page),
      app_version: maskPersonalData(app_version, 40),
      created_at: now.toISOString(),
    }
    const [made] = await db.insert(client_errors).values(row).returning({ id: client_errors.id })
    audit({ entity_id: made!.id })
    return made!
  },
  list(input, context) {
    const { db } = context
    const where = matches(
      input.search ?? input.query,
      client_errors.message,
      client_errors.page,
      client_errors.kind,
      client_errors.app_version,
    )
    // Rows are written as things happen: the id gives the order of time, and has the index.
    const order = ordering(input.sort ?? contract.list.order, { created_at: client_errors.id }, client_errors.id)
    return paged(input, context, [client_errors, where], (in_all, limit, offset) =>
      db
        .select({ ...getTableColumns(client_errors), in_all })
        .from(client_errors)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    )
  },
})
