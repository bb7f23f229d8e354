import { and, desc, eq } from 'drizzle-orm'
import { files, settings } from '../../db/schema/core/system.ts'
import type { Db } from './db.ts'

/** The company that runs the network, from the settings; until these are filled in, only the name of the product. */
export interface Company {
  name: string
  address: string | null
  piva: string | null
  contacts: string | null
  privacy_url: string | null
  second_factor_required: boolean
  order_approval_over: number | null
}
export const COMPANY = 'company'
/** The owner under which the logo is stored as a file. */
export const LOGO = { type: 'settings', id: 1 } as const
const unknown: Company = {
  name: 'Piazzale',
  address: null,
  piva: null,
  contacts: null,
  privacy_url: null,
  second_factor_required: false,
  order_approval_over: null,
}

export async function readCompany(db: Db) {
  const [row] = await db.select().from(settings).where(eq(settings.key, COMPANY))
  const company: Company = { ...unknown, ...(row?.value as Partial<Company> | undefined) }
  return { company, row }
}
export async function logoOf(db: Db): Promise<typeof files.$inferSelect | undefined> {
  const own = and(eq(files.owner_type, LOGO.type), eq(files.owner_id, LOGO.id))
  const [row] = await db.select().from(files).where(own).orderBy(desc(files.id)).limit(1)
  return row
}
