import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { button } from './quick.ts'
import type { Screen } from './world.tsx'

export interface FailingRead {
  /** The part of the screen that is read, as a fault names it. */
  what: string
  at: string
  /** Its call without `/api/v1`: the path, or a pattern of path and parameters. */
  fails: RegExp | string
  /** Opens the part, where its address does not. */
  opens?: (world: Screen) => Promise<unknown>
  /** Stands there once it was read, and not before. */
  shows: RegExp | string
}
const isCall = (fails: RegExp | string, url: string) => {
  const asked = url.replace('/api/v1', '')
  return typeof fails === 'string' ? asked.split('?')[0] === fails : fails.test(asked)
}
const waiting = () => [...document.querySelectorAll('[aria-busy=true]')].map((one) => one.textContent)

/** Opens the part while its call is answered with a fault: it says so and waits for nothing. Tried again, it stands there. */
async function mends(world: Screen, { at, fails, opens, shows }: FailingRead) {
  const { network, user, reload } = world
  network.instead = (method, url) => (method === 'GET' && isCall(fails, url) ? new Response('{}', { status: 500 }) : undefined)
  await reload(at)
  await opens?.(world)
  const again = await button('Riprova')
  await waitFor(() => expect(waiting(), 'still loading beside the fault').toEqual([]), { timeout: 10_000 })
  expect(
    screen.queryAllByText(shows).map(({ textContent }) => textContent),
    'shown although it could not be read',
  ).toEqual([])
  network.instead = () => undefined
  await user.click(again)
  await screen.findAllByText(shows, {}, { timeout: 10_000 })
  await waitFor(() => expect(again.isConnected, 'the fault still stands').toBe(false))
}

/** What is wrong with each of them, by its name. */
export async function unmended(world: Screen, reads: readonly FailingRead[]): Promise<string[]> {
  const faults: string[] = []
  for (const read of reads)
    await mends(world, read).catch((error: Error) => {
      world.network.instead = () => undefined
      faults.push(`${read.what}: ${error.message}`)
    })
  return faults
}
