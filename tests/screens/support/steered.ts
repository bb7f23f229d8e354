import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import type { Screen } from './world.tsx'

type Name = RegExp | string
export interface Steered {
  what: string
  at: string
  /** Works the control. */
  does: (world: Screen) => Promise<unknown>
  /** Where it leads; left out where the address stays as it is. */
  leads?: RegExp
  /** What stands there then, and not before. */
  shows?: Name
  /** What stood there before, and not then. */
  hides?: Name
}
const standing = (name: Name) => screen.queryAllByText(name).map(({ textContent }) => textContent)

/** Works a control of a screen: the address and what is shown are as it says. */
async function steers(world: Screen, { at, does, leads, shows, hides }: Steered) {
  const { reload, address, network } = world
  await reload(at)
  await waitFor(() => expect(document.querySelector('h1')).not.toBeNull(), { timeout: 10_000 })
  if (hides) await screen.findAllByText(hides, {}, { timeout: 10_000 })
  if (shows) expect(standing(shows), 'shown already').toEqual([])
  const before = { address: address(), writes: network.writes.length }
  await does(world)
  if (leads) await waitFor(() => expect(address()).toMatch(leads))
  else expect(address()).toBe(before.address)
  if (shows) await screen.findAllByText(shows, {}, { timeout: 10_000 })
  if (hides) await waitFor(() => expect(standing(hides), 'still shown').toEqual([]))
  expect(network.writes.length, 'writes').toBe(before.writes)
}

/** What is wrong with each of them, by its name. */
export async function unsteered(world: Screen, controls: readonly Steered[]): Promise<string[]> {
  const faults: string[] = []
  for (const one of controls)
    await steers(world, one).catch((error: Error) => {
      faults.push(`${one.what}: ${error.message}`)
    })
  return faults
}
