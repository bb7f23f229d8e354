import '../../../src/contract/kernel/valibot-it.ts'
// Fetched when first wanted; here, as in an app at rest, they are there.
import '../../../src/app/IdleWatch.tsx'
import '../../../src/app/LockScreen.tsx'

import '../../../src/crud/list/BulkBar.tsx'
import '../../../src/crud/list/BulkForm.tsx'
import '../../../src/crud/list/BulkProgress.tsx'
import '../../../src/crud/list/FilterPopover.tsx'
import '../../../src/crud/list/RowMenuOpened.tsx'
import '../../../src/crud/list/ViewsMenu.tsx'
import '../../../src/contract/kernel/saved-views.ts'
import '../../../src/crud/form/CrudDialog.tsx'
import '../../../src/crud/record/HistoryDialog.tsx'
import '../../../src/features/banks/BankShow.tsx'
import '../../../src/features/overview/jobs/JobShow.tsx'
import '../../../src/features/inspections/models/ModelEditor.tsx'
import '../../../src/features/inspections/ServerInspection.tsx'
import '../../../src/features/inspections/ReadInspection.tsx'
import '../../../src/ui/ConfirmDialog.tsx'
import '../../../src/ui/SheetDrawer.tsx'
import { notifications } from '@mantine/notifications'
import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { configure } from '@testing-library/dom'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { App } from '../../../src/app/App.tsx'
import { kinds } from '../../../src/app/kinds.ts'
import { router as realRouter } from '../../../src/app/router.ts'
import { auth } from '../../../src/contract/kernel/auth.ts'
import { call } from '../../../src/lib/api.ts'
import { queryString, readQuery } from '../../../src/lib/payload.ts'
import { queryClient } from '../../../src/lib/query.ts'
import { session, startSession } from '../../../src/lib/session.ts'
import { offlineKinds } from '../../../src/outbox/kind.ts'
import { inWorld, PASSWORD, type World } from '../../api/support/world.ts'
import { freshReads, isNamed, namesItsWrites, noneIsOld, settled, steadyIds, watched } from './ending.ts'
import { connect, type Network } from './network.ts'
import { notePages } from './pages.ts'

export interface Screen extends World {
  user: UserEvent
  network: Network
  /** Path and parameters, as the address bar shows them. */
  address: () => string
  /** Goes to an address as a link does. */
  open: (address: string) => Promise<void>
  back: () => Promise<void>
  /** As a reload does, or an address typed by hand: all that is not stored is gone. */
  reload: (address?: string) => Promise<void>
}
type Test = (world: Screen) => Promise<void>
/** Media queries that match: motion is always off; a desk, or a phone on demand. */
export const media = { phone: false }
const matchMedia = (query: string) =>
  ({
    matches: query.includes('reduced-motion') || query.startsWith(media.phone ? '(max-width' : '(min-width: 75em'),
    media: query,
    addEventListener() {},
    removeEventListener() {},
  }) as unknown as MediaQueryList
/** Window functions that screens call. */
function furnish() {
  Object.assign(window, { matchMedia, scrollTo: () => {} })
  // Nothing has a place in jsdom, and what floats over nothing is taken for scrolled away and hidden.
  Element.prototype.getBoundingClientRect = () => new DOMRect(10, 10, 100, 20)
  const size = (value: number) => ({ value, configurable: true })
  Object.defineProperties(document.documentElement, { clientWidth: size(1_024), clientHeight: size(768) })
}
offlineKinds.set(kinds)
// A whole screen printed at every failure says nothing.
configure({ getElementError: (message) => new Error(message?.slice(0, 300)) })

/** The dialog of a record, once its form is drawn: it is looked first for what was typed there before. */
export async function formIn(name: string) {
  const dialog = await screen.findByRole('dialog', { name })
  await within(dialog).findByRole('button', { name: 'Salva' })
  return dialog
}

/** The whole application, signed in as `name` (without one, nobody), at an address, over the real server; everything is rolled back. */
export const onScreen = (name: string | undefined, address: string, test: Test, prepare?: (world: World) => Promise<void>) =>
  onRouter(realRouter, name, address, test, prepare)

/** The same with one page of the test's own, at every address. */
export const onPage = (name: string, page: () => ReactNode, test: Test, prepare?: (world: World) => Promise<void>) => {
  const routeTree = createRootRoute({ component: page, notFoundComponent: page })
  const options = { history: createMemoryHistory(), parseSearch: readQuery, stringifySearch: queryString }
  return onRouter(createRouter({ routeTree, ...options }) as unknown as typeof realRouter, name, '/', test, prepare)
}

const onRouter = (
  router: typeof realRouter,
  name: string | undefined,
  address: string,
  test: Test,
  prepare?: (world: World) => Promise<void>,
) =>
  inWorld(async (world) => {
    furnish()
    await steadyIds(world.db)
    await prepare?.(world)
    const network = connect(world.app)
    const leave = notePages(router)
    let itself = 0
    const open = (next: string) => act(() => router.navigate({ href: next }))
    const show = async () => {
      render(<App router={router} />)
      await act(() => router.load())
    }
    try {
      if (name) await startSession(await call(auth.login, { email: `${name}@demo.example.it`, password: PASSWORD }), async (_, key) => key)
      router.history.push(address)
      network.writes.length = 0
      await show()
      await test({
        ...watched(world, () => {
          itself = Date.now()
        }),
        user: userEvent.setup(),
        network,
        address: () => router.state.location.href,
        open,
        back: async () => act(() => router.history.back()),
        async reload(next) {
          cleanup()
          queryClient.clear()
          if (next) router.history.push(next)
          await show()
        },
      })
      if (isNamed()) {
        const here = () => router.state.location.href
        await settled(network, () => `${router.state.status} ${here()}`)
        namesItsWrites(network, here())
        network.down = false
        const reads = network.writes.length && session.get().user ? freshReads(itself) : []
        cleanup()
        await noneIsOld(reads)
      }
    } finally {
      leave()
      cleanup()
      queryClient.clear()
      session.set({ user: null })
      notifications.clean()
      await network.close()
      await forgetDevice()
    }
  })

/** Empties what this device keeps: drafts and the session, of whichever database is open. */
async function forgetDevice() {
  for (const { name } of await indexedDB.databases())
    await new Promise<void>((done, failed) => {
      const request = indexedDB.open(name!)
      request.onerror = () => failed(request.error)
      request.onsuccess = () => {
        const db = request.result
        const stores = [...db.objectStoreNames]
        const transaction = db.transaction(stores, 'readwrite')
        for (const store of stores) transaction.objectStore(store).clear()
        transaction.oncomplete = () => {
          db.close()
          done()
        }
      }
    })
}

/** Opens the control of a filter on a desk. */
export async function openFilter(user: UserEvent, name: string) {
  if (!screen.queryByRole('tab', { name })) await user.click(screen.getByRole('button', { name: 'Filtro' }))
  await user.click(await screen.findByRole('tab', { name }))
}

/** The text of a table's rows, cell by cell, without the box that ticks the row. */
export const cells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td:not([data-tick])')].map((cell) => cell.textContent))
