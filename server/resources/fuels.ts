import { eq } from 'drizzle-orm'
import { fuels as contract } from '../../src/contract/fuels.ts'
import { fuels } from '../db/schema/stations.ts'
import { implement } from '../lib/implement.ts'

export default implement(contract, {
  suggest: (_, { db }) => db.select().from(fuels).where(eq(fuels.active, true)).orderBy(fuels.position, fuels.id),
})
