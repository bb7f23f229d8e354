import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { button, buttons, dialog, menuItem, noDialog } from './quick.ts'
import type { Screen } from './world.tsx'

type Name = RegExp | string
export interface LeftDialog {
  at: string
  /** The button that opens it and has the focus again afterwards; of several the first. */
  press: Name
  /** What is chosen of the menu that the button opens. */
  item?: Name
  /** What is done before the button is there. */
  first?: (world: Screen) => Promise<unknown>
  title: Name
  /** The button that leaves it; false where there is only the cross. */
  leave?: Name | false
}
/** They tell whom a choice reaches, or that somebody has looked: the person has written nothing. */
const COUNTS = /\/(audience|recipients|seen)$/
const LEAVE = /^(Annulla|Chiudi)$/

/** Opens the dialog and closes it: by Esc, and by the button that says so. It is gone, the focus is where it was, the address too, and nothing was sent. */
async function closes(world: Screen, { at, press, item, first, title, leave = LEAVE }: LeftDialog) {
  const { user, network, address, reload } = world
  if (address() !== at || first) await reload(at)
  await first?.(world)
  await button(press)
  const [before, sent] = [address(), network.writes.length]
  for (const way of ['Esc', 'button'] as const) {
    await user.click(await button(press))
    if (item) await user.click(await menuItem(item))
    const opened = await dialog(title)
    const last = leave === false ? () => button('Chiudi', opened) : () => buttons(leave, opened).then((found) => found.at(-1)!)
    if (way === 'Esc') await user.keyboard('{Escape}')
    else await user.click(await last())
    await noDialog(title)
    await waitFor(async () => expect(said(document.activeElement), `focus after ${way}`).toBe(said(await button(press))))
    const writes = network.writes.slice(sent).filter(([call]) => !COUNTS.test(String(call)))
    expect({ address: address(), writes }, `after ${way}`).toEqual({ address: before, writes: [] })
  }
}
const said = (one: Element | null) => one?.outerHTML.slice(0, 200)

/** What is wrong with each of them, by its title. */
export async function unclosed(world: Screen, dialogs: readonly LeftDialog[]): Promise<string[]> {
  const faults: string[] = []
  for (const one of dialogs)
    await closes(world, one).catch(async (error: Error) => {
      // The next one begins on a screen of its own.
      await world.reload('/dashboard')
      faults.push(`${one.title}: ${error.message}`)
    })
  return faults
}
