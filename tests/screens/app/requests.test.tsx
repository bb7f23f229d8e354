// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { banks as table } from '../../../server/db/schema/banks/banks.ts'
import { banks } from '../../../src/contract/banks/banks.ts'
import { DOWNLOAD_TIMEOUT_MS } from '../../../src/contract/kernel/constants.ts'
import { call } from '../../../src/lib/api.ts'
import { onScreen, type Screen } from '../support/world.tsx'

const atBanks = (test: (world: Screen) => Promise<void>) => onScreen('contabilita', '/stazioni/banche', test)
/** Holds every answer back while `work` runs. */
async function holding<T>({ network }: Screen, work: () => Promise<T>): Promise<T> {
  let release = () => {}
  network.gate = new Promise<void>((resolve) => {
    release = resolve
  })
  return work().finally(release)
}

test('a read asked again with the same parameters gives up the earlier one, silently; another goes on', () =>
  atBanks(async (world) => {
    await screen.findAllByRole('row')
    const { second, other } = await holding(world, async () => {
      const first = call(banks.list, { search: 'popolare', page: 1 })
      const calls = { other: call(banks.list, { search: 'popolare', page: 2 }), second: call(banks.list, { search: 'popolare', page: 1 }) }
      await expect(first).rejects.toMatchObject({ status: 100, cancelled: true })
      return calls
    })
    expect((await second).current_page).toBe(1)
    expect((await other).current_page).toBe(2)
    expect(screen.queryByRole('alert')).toBeNull()
  }))

test('a read whose record is not there says so and leads home', () =>
  atBanks(async (world) => {
    await screen.findAllByRole('row')
    await expect(call(banks.get, { id: 999_999 })).rejects.toMatchObject({ status: 404 })
    await screen.findByText('Pagina non trovata')
    await waitFor(() => expect(world.address()).toBe('/dashboard'))
  }))

test('a write asked again gives up nothing', () =>
  atBanks(async (world) => {
    const both = await holding(world, async () => ['Banca uno', 'Banca due'].map((name) => call(banks.create, { name })))
    expect((await Promise.all(both)).map(({ name }) => name)).toEqual(['Banca uno', 'Banca due'])
  }))

test('a download shows how far it is, has sixty seconds, and can be tried again', () =>
  atBanks(async (world) => {
    const [bank] = await world.db.select().from(table).orderBy(table.name)
    await call(banks.upload, { id: bank!.id, files: [new File(['%PDF-1.4\n'], 'estratto.pdf', { type: 'application/pdf' })] })
    await world.open(`/stazioni/banche/${bank!.id}?scheda=file`)
    const button = await screen.findByRole('button', { name: 'Scarica estratto.pdf' })

    let body!: ReadableStreamDefaultController<Uint8Array>
    const bytes = new ReadableStream<Uint8Array>({
      start(controller) {
        body = controller
      },
    })
    world.network.instead = (_method, url) =>
      url.includes('/files/') ? new Response(bytes, { headers: { 'content-length': '4' } }) : undefined
    const late = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
    await world.user.click(button)
    expect(await screen.findByRole('progressbar', { name: 'Avanzamento' })).toBeTruthy()
    expect(timeout).toHaveBeenCalledWith(DOWNLOAD_TIMEOUT_MS)
    expect(DOWNLOAD_TIMEOUT_MS).toBe(60_000)
    body.enqueue(new Uint8Array(3))
    await screen.findByText('75%')

    // As `fetch` does when its signal ends: the body breaks with the reason.
    body.error(new DOMException('signal timed out', 'TimeoutError'))
    await screen.findByText('Il server non ha risposto in tempo. Riprova.')
    await waitFor(() => expect(screen.queryByRole('progressbar', { name: 'Avanzamento' })).toBeNull())
    expect(screen.getByRole('button', { name: 'Scarica estratto.pdf' })).toBeTruthy()
    timeout.mockRestore()
  }))
