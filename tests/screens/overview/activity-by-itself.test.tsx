// @vitest-environment jsdom
import '../../setup-dom.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { reportDevice } from '../../../src/app/device-report.ts'
import { menuFor } from '../../../src/app/menu.ts'
import { startRest } from '../../../src/app/rest.ts'
import { router } from '../../../src/app/router.ts'
import { connection } from '../../../src/lib/online.ts'
import { queryClient } from '../../../src/lib/query.ts'
import { renewToken, session } from '../../../src/lib/session.ts'
import { openedBy } from '../../api/support/ticket-fixtures.ts'
import { formIn, onScreen, type Screen } from '../support/world.tsx'

vi.stubGlobal('__VERSION__', 'prova-1')
/** What the application does beside its pages: asks for notices, sends what waits, reports the device, learns the usual views. */
let begun = false
function begin() {
  if (!begun) startRest(router)
  begun = true
}
/** The rows that came since, as `POST /banks creazione 201`. */
const rowsOf = async ({ db }: Pick<Screen, 'db'>) => {
  const { rows } = (await db.execute(sql`select method || ' ' || replace(path, '/api/v1', '') || ' ' || action || ' ' || status as told
    from activity_log order by id`)) as unknown as { rows: { told: string }[] }
  return rows.map(({ told }) => told)
}
const forget = ({ db }: Pick<Screen, 'db'>) => db.execute(sql`delete from activity_log`)
/** What happens to a page that stays open: it comes to the front again, the token is renewed, all that is shown is asked for anew. */
async function stayOpen() {
  await act(async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('focus'))
    connection.set('online')
    await Promise.all([renewToken(), reportDevice('regular'), queryClient.refetchQueries({ type: 'active' })])
  })
}
const atRest = async (network: Screen['network']) => {
  await waitFor(() => expect(queryClient.isFetching() + queryClient.isMutating()).toBe(0), { timeout: 10_000 })
  await (network as Screen['network'] & { idle: () => Promise<void> }).idle()
}

test.for(['contabilita', 'rete', 'gestore', 'ispettore', 'helpdesk'])(
  '%s opens each page of the menu and leaves it open: nothing of it stands in the log of what people did',
  { timeout: 240_000 },
  (name) =>
    onScreen(name, '/', async (world) => {
      begin()
      await forget(world)
      for (const { to } of menuFor(session.get().user!).flatMap(({ items }) => items)) {
        const address = String(to).replace(/\/\{-\$\w+\}$/, '')
        await world.open(address)
        await atRest(world.network)
        expect(await rowsOf(world), address).toEqual([])
      }
      world.network.asked.length = 0
      await stayOpen()
      await atRest(world.network)
      const asked = world.network.asked.map((one) => one.split('?')[0])
      for (const one of ['POST /api/v1/auth/refresh', 'GET /api/v1/notifications']) expect(asked).toContain(one)
      expect(await rowsOf(world)).toEqual([])
    }),
)

test('what a person does is one row: a ticket is opened and none is added, a bank is made and one is', { timeout: 120_000 }, () => {
  let ticket = ''
  return onScreen(
    'admin',
    '/',
    async (world) => {
      const { user, open, network } = world
      begin()
      await forget(world)
      await open(`/tickets/${ticket}`)
      await waitFor(() => expect(network.writes.map(([call]) => call)).toContain(`POST /support/ticket/${ticket}/seen`))
      await atRest(network)
      expect(await rowsOf(world)).toEqual([])
      await open('/stazioni/banche')
      await user.click(await screen.findByRole('button', { name: 'Nuova banca' }))
      const dialog = within(await formIn('Nuova banca'))
      await user.type(dialog.getByRole('textbox', { name: /^Nome/ }), 'Banca Sola')
      await user.click(dialog.getByRole('button', { name: 'Salva' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await atRest(network)
      await stayOpen()
      await atRest(network)
      expect(await rowsOf(world)).toEqual(['POST /banks creazione 201'])
    },
    async (prepared) => {
      const { y, n } = await openedBy(prepared, await prepared.as('solo.ticket'))
      ticket = `${y}/${n}`
    },
  )
})
