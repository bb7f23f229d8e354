// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/app/ClockBanner.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { search } from '../../../src/contract/kernel/search.ts'
import { call } from '../../../src/lib/api.ts'
import { begin, makeModel } from '../../api/support/inspection-fixtures.ts'
import { NoWorker } from '../../no-worker.ts'
import { forTheField, sent } from '../support/device.ts'
import { onScreen } from '../support/world.tsx'
import { facts } from '../support/writes.ts'

vi.stubGlobal('Worker', NoWorker)
const HOUR = 3_600_000
const DAY = 24 * HOUR
const italian = (at: number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('it-IT', { timeZone: 'Europe/Rome', ...options }).format(at)

test('a clock that began again at 1970 without a network asks for the time before a verifica is begun, and the start is right on arrival', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { user, network, reload, address } = world
    const { model, station } = await forTheField(await makeModel(await world.as('admin'), 'OROLOGIO'))
    const truth = Date.now()
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: 2 * HOUR })
    network.down = true
    await reload(`/verifiche?nuova=avvia&modello=${model.id}&pv=${station.id}`)
    const banner = within((await screen.findByText('L’orologio di questo dispositivo è sbagliato')).closest<HTMLElement>('[role=alert]')!)
    banner.getByText(/^Segna 01\/01\/1970 03:00, ma l’ultimo collegamento è del /)
    const begin = await screen.findByRole('button', { name: `Comincia su ${station.code} ${station.name}` })
    await user.click(begin)
    await screen.findByText(/^L’orologio di questo dispositivo è sbagliato: correggilo nelle impostazioni, o scrivi l’ora esatta/)

    const say = async (at: number) => {
      const fields = [
        [screen.getByLabelText('Giorno di oggi'), italian(at, { day: '2-digit', month: '2-digit', year: 'numeric' })],
        [screen.getByLabelText('Ora esatta'), italian(at, { hour: '2-digit', minute: '2-digit' })],
      ] as const
      for (const [field, text] of fields) {
        await user.clear(field)
        await user.type(field, text)
      }
      await user.click(banner.getByText('Usa quest’ora'))
    }
    await say(truth - 48 * HOUR)
    await screen.findByText('È prima dell’ultimo collegamento.')
    await say(truth + 60_000)
    await screen.findByText(/^L’orologio di questo dispositivo è indietro di /)
    await user.click(begin)
    await vi.waitUntil(() => /^\/verifiche\/[0-9a-f-]{36}/.test(address()), 20_000)

    vi.useRealTimers()
    network.down = false
    const arrived = await sent(world, /[0-9a-f-]{36}/.exec(address())![0])
    expect(Math.abs(Date.parse(arrived.started_at) - truth)).toBeLessThan(2 * 60_000)
    expect(arrived.clock_moved_s).toBeGreaterThan((truth - 3 * HOUR) / 1_000)
  }))

test.each([
  ['is known', -3 * DAY, { clock_behind_s: (3 * DAY) / 1_000 }, 'Era indietro di 3 giorni: l’inizio è stato corretto.'],
  ['is not known', 3 * DAY, {}, 'Era avanti di 3 giorni: l’inizio non è noto, e vale l’ora di arrivo.'],
])('a verifica begun under a wrong clock says whether its start %s', (_, off, known, words) =>
  onScreen('admin', '/utenti/profilo', async ({ as, open }) => {
    const ivan = await as('ispettore')
    const { model, station } = await forTheField(await makeModel(await as('admin'), 'OROLOGIO'))
    const { id } = await begin(ivan, model.id, station.id, {
      started_at: new Date(Date.now() + off + (off > 0 ? 60_000 : -60_000)).toISOString(),
      ...known,
    })
    await open(`/verifiche/${id}`)
    await waitFor(() => expect(facts()['Orologio del dispositivo']).toBe(words))
  }),
)

test('an answer whose time is far from this device’s is told of, until an answer agrees with the clock', () =>
  onScreen('ispettore', '/utenti/profilo', async ({ network, open }) => {
    const at = (off: number) => {
      const headers = { 'x-request-id': 'r', date: new Date(Date.now() + off).toUTCString() }
      network.instead = (_, url) => (url.includes('/search') ? Response.json({ data: [] }, { headers }) : undefined)
      return call(search.find, { search: 'Parma' })
    }
    await open('/utenti/profilo')
    expect(screen.queryByText(/^L’orologio/)).toBeNull()
    await act(() => at(3 * DAY + HOUR))
    await screen.findByText(/^L’orologio di questo dispositivo è indietro di 3 giorni: correggilo/)
    await act(() => at(-3 * DAY - HOUR))
    await screen.findByText(/^L’orologio di questo dispositivo è avanti di 3 giorni/)
    await act(() => at(0))
    await waitFor(() => expect(screen.queryByText(/^L’orologio/)).toBeNull())
  }))
