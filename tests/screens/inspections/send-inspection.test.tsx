// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/inspections/SendDialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { inspections } from '../../../server/db/schema/inspections/inspections.ts'
import { managements } from '../../../server/db/schema/people/managements.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { onScreen, type Screen } from '../support/world.tsx'

/** The verbale is printed first, with all its photos: on a busy machine that takes a while. */
const PRINTED = { timeout: 60_000 }
/** A completed verifica read by its inspector, of a station whose only address is `email`. */
const atCompleted = (email: string | null, name: string, work: (world: Screen) => Promise<void>) => {
  let address = ''
  return onScreen(
    name,
    '/dashboard',
    async (world) => {
      await world.open(address)
      await screen.findByRole('heading', { level: 1, name: /^Verifica / })
      await work(world)
    },
    async ({ db }) => {
      const [found] = await db
        .select({ year: inspections.id_year, number: inspections.id_number, station: inspections.station_id })
        .from(inspections)
        .innerJoin(users, eq(users.id, inspections.inspector_id))
        .where(and(eq(users.email, 'ispettore@demo.example.it'), eq(inspections.status, 'completed')))
        .limit(1)
      await db.delete(station_acl).where(eq(station_acl.station_id, found!.station))
      await db.update(managements).set({ deleted_at: '2026-01-01T08:00:00.000Z' }).where(eq(managements.station_id, found!.station))
      await db.update(stations).set({ email }).where(eq(stations.id, found!.station))
      address = `/verifiche/${found!.year}-${found!.number}`
    },
  )
}
const ask = async ({ user }: Screen) => {
  await user.click(await screen.findByRole('button', { name: 'Altro' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Invia al gestore' }))
  return within(await screen.findByRole('dialog', { name: 'Invia al gestore' }))
}

test('the address is shown before anything is sent, and what is queued is told as leaving', { timeout: 120_000 }, () =>
  atCompleted('pv@example.it', 'ispettore', async (world) => {
    world.deps.mail = { ...world.deps.mail, sends: true }
    const dialog = await ask(world)
    await dialog.findByText(/, pv@example\.it$/)
    await world.user.click(dialog.getByRole('button', { name: 'Invia' }))
    await screen.findByText('Email al gestore in partenza', undefined, PRINTED)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }),
)

test('without a mail server the dialog says so, and nothing is told as sent', { timeout: 120_000 }, () =>
  atCompleted('pv@example.it', 'ispettore', async (world) => {
    const dialog = await ask(world)
    await dialog.findByText(/^Nessun server di posta è configurato/)
    await world.user.click(dialog.getByRole('button', { name: 'Prepara' }))
    await screen.findByText("L'email è pronta ma nessun server di posta è configurato: non è partita.", undefined, PRINTED)
    expect(screen.queryByText('Email al gestore in partenza')).toBeNull()
  }),
)

test('where nobody has an address there is nothing to press', () =>
  atCompleted(null, 'ispettore', async (world) => {
    const dialog = await ask(world)
    await dialog.findByText(/non hanno un indirizzo email/)
    expect(dialog.queryByRole('button', { name: /Invia|Prepara/ })).toBeNull()
  }))
