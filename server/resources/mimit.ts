import { and, eq, getTableColumns, inArray } from 'drizzle-orm'
import { mimit } from '../../src/contract/mimit.ts'
import { mimit_stations } from '../db/schema/inspections.ts'
import { stations } from '../db/schema/stations.ts'
import { implement } from '../lib/implement.ts'
import { stationScope } from '../lib/scope.ts'
import { contains, ordering, paged } from '../lib/table.ts'

const { search_text, ...columns } = getTableColumns(mimit_stations)
const sorts = { name: columns.name, city: columns.city, brand: columns.brand, province: columns.province }

export default implement(mimit, {
  stations(input, context) {
    const { db, user } = context
    const where = and(
      contains(input.search ?? input.query, search_text),
      input.brand?.length ? inArray(columns.brand, input.brand) : undefined,
      input.province?.length ? inArray(columns.province, input.province) : undefined,
    )
    return paged(input, context, [mimit_stations, where], (in_all, limit, offset) =>
      db
        .select({ ...columns, in_all, station_id: stations.id })
        .from(mimit_stations)
        .leftJoin(stations, and(eq(stations.mise_id, mimit_stations.id), stationScope(user)))
        .where(where)
        .orderBy(...ordering(input.sort, sorts, columns.id))
        .limit(limit)
        .offset(offset),
    )
  },
})
