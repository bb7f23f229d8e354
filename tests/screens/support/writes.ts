import { screen, within } from '@testing-library/react'

/** Every write from now on as its call, with the body if it has one. Preferences and presence are left out. */
export function writes() {
  const { fetch } = globalThis
  const sent: [call: string, body?: unknown][] = []
  globalThis.fetch = (url, init) => {
    const { method = 'GET', body } = init ?? {}
    const name = `${method} ${String(url).replace('/api/v1', '')}`
    if (method !== 'GET' && !/live|preferences|presence/.test(String(url))) sent.push(body ? [name, JSON.parse(String(body))] : [name])
    return fetch(url, init)
  }
  return sent
}
/** The values of a record's page, by label. */
export const facts = (): Record<string, string> =>
  Object.fromEntries(
    [...document.querySelectorAll('dt')].map(({ textContent, nextElementSibling }) => [textContent, nextElementSibling?.textContent ?? '']),
  )
/** The dialog of that title, once it is there. */
export const dialogOf = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
