import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { Screen } from './world.tsx'

type Name = RegExp | string
/** What a person does on any screen, each by the name that stands on it. */
export const press = async ({ user }: Screen, name: Name) => user.click(await screen.findByRole('button', { name }))
export const pressIn = async ({ user }: Screen, title: Name, name: Name) =>
  user.click(within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name }))
export async function write({ user }: Screen, name: Name, text: string) {
  const box = await screen.findByRole('textbox', { name })
  await user.clear(box)
  await user.type(box, text)
}
export async function choose({ user }: Screen, name: Name, option: Name) {
  await user.click(await screen.findByRole('combobox', { name }))
  await user.click(await screen.findByRole('option', { name: option }))
}
/** Opens a menu and chooses of it. */
export async function menu(world: Screen, name: Name, action: Name) {
  await press(world, name)
  // Where nothing is laid out, a menu over a table that scrolls counts as scrolled away.
  await world.user.click(await screen.findByRole('menuitem', { name: action, hidden: true }))
}
/** No dialog of this name is open; without one, none at all. */
export const gone = (name?: Name) => waitFor(() => expect(screen.queryByRole('dialog', { name })?.textContent).toBeUndefined())

/** Leaves a form that has an address of its own, with something written in it: it asks first. */
export async function leave(world: Screen, title: Name) {
  await pressIn(world, title, 'Annulla')
  await press(world, 'Esci senza salvare')
  await gone(title)
}
/** Closes a dialog by the cross at its top; a button at its end may be called "Chiudi" too. */
export const cross = async ({ user }: Screen, title: Name) =>
  user.click(within(await screen.findByRole('dialog', { name: title })).getAllByRole('button', { name: 'Chiudi' })[0]!)
/** Opens a dialog, does something in it and leaves it by "Annulla" or "Chiudi"; opens it once more and leaves it by the cross at its top. */
export async function leaveTwice(world: Screen, title: Name, open: () => Promise<unknown>, meanwhile?: () => Promise<unknown>) {
  await open()
  await screen.findByRole('dialog', { name: title })
  await meanwhile?.()
  await world.user.click(
    within(await screen.findByRole('dialog', { name: title }))
      .getAllByRole('button', { name: /^(Annulla|Chiudi)$/ })
      .at(-1)!,
  )
  await gone(title)
  await open()
  await screen.findByRole('dialog', { name: title })
  await cross(world, title)
  await gone(title)
}
/** A read whose address has `url` in it fails as `show` asks for it: the page says so, and shows `text` once it is tried again. */
export async function readAgain({ user, network }: Screen, url: string, show: () => Promise<unknown>, text: Name) {
  network.instead = (method, asked) => (method === 'GET' && asked.includes(url) ? new Response('{}', { status: 500 }) : undefined)
  await show()
  const again = await screen.findByRole('button', { name: 'Riprova' })
  expect(screen.queryAllByText(text)).toEqual([])
  network.instead = () => undefined
  await user.click(again)
  await screen.findAllByText(text)
}
