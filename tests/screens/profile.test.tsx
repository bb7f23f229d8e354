// @vitest-environment jsdom
import '../setup-dom.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { onScreen } from './world.tsx'

afterEach(() => vi.unstubAllGlobals())
/** A browser that protects what is stored once it is asked, if it does. */
function browser(willing: boolean) {
  let persistent = false
  vi.stubGlobal('navigator', {
    ...Object.fromEntries(['onLine', 'userAgent', 'language'].map((key) => [key, navigator[key as 'onLine']])),
    storage: {
      estimate: async () => ({ usage: 3_400_000, quota: 10_700_000_000 }),
      persisted: async () => persistent,
      persist: async () => {
        persistent = willing
        return willing
      },
    },
  })
}

test('the profile says who one is and what this device keeps; asking to keep it is answered either way', async () => {
  browser(false)
  await onScreen('rete', '/utenti/profilo', async ({ user }) => {
    await screen.findByText('Spazio occupato: 3,4 MB di 10,7 GB.')
    screen.getByText('rete@demo.example.it')
    await user.click(screen.getByRole('button', { name: 'Proteggi i dati' }))
    await screen.findByText('Il browser non lo consente ancora: installa l’app, o usala per qualche giorno, e riprova.')
    screen.getByRole('button', { name: 'Proteggi i dati' })
  })
  browser(true)
  await onScreen('rete', '/utenti/profilo', async ({ user }) => {
    await user.click(await screen.findByRole('button', { name: 'Proteggi i dati' }))
    await screen.findByText('I dati salvati qui sono protetti dalla pulizia automatica del browser.')
    expect(screen.queryByRole('button', { name: 'Proteggi i dati' })).toBeNull()
  })
})
