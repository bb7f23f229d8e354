import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'

type Name = RegExp | string
/** By selectors: on a whole screen, what each role is called takes jsdom longer than all the rest. */
const says = (one: Element, name: Name) => {
  const text = (one.getAttribute('aria-label') ?? one.textContent).trim()
  return typeof name === 'string' ? text === name : name.test(text)
}
const all = (selector: string, name: Name, part: ParentNode) =>
  [...part.querySelectorAll<HTMLElement>(selector)].filter((one) => says(one, name))
const WAIT = { timeout: 10_000 }

/** The buttons that say so, once there is one. */
export const buttons = (name: Name, part: ParentNode = document) =>
  waitFor(() => {
    const found = all('button, a[role=button]', name, part)
    return found.length ? found : expect.fail(`no button ${name}`)
  }, WAIT)
export const button = (name: Name, part?: ParentNode) => buttons(name, part).then(([first]) => first!)
export const menuItem = (name: Name) =>
  waitFor(() => all('[role=menuitem]', name, document)[0] ?? expect.fail(`no menu item ${name}`), WAIT)
const titleOf = (dialog: Element) => document.getElementById(dialog.getAttribute('aria-labelledby') ?? '') ?? dialog
const dialogNow = (title: Name) =>
  [...document.querySelectorAll<HTMLElement>('[role=dialog]')].find((dialog) => says(titleOf(dialog), title))
/** The dialog of that title, once it is open. */
export const dialog = (title: Name) => waitFor(() => dialogNow(title) ?? expect.fail(`no dialog ${title}`), WAIT)
export const noDialog = (title: Name) => waitFor(() => expect(dialogNow(title)?.textContent).toBeUndefined(), WAIT)
