// @vitest-environment jsdom
import '../setup-dom.ts'
import '../../src/app/Palette.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { banks } from '../../server/db/schema/banks.ts'
import { onScreen } from './world.tsx'

const dialog = () => screen.findByRole('dialog', { name: 'Cerca' })
const groups = () =>
  screen
    .getAllByRole('group')
    .map(
      (group) =>
        within(group).queryAllByRole('option').length &&
        group.getAttribute('aria-labelledby') &&
        document.getElementById(group.getAttribute('aria-labelledby')!)?.textContent,
    )
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)

test('Ctrl+K finds pages, actions and records by what is typed, and Enter goes there', async () => {
  await onScreen('contabilita', '/dashboard', async ({ user, address, db }) => {
    const [bank] = await db.select().from(banks).limit(1)
    await screen.findByRole('heading', { level: 1 })
    await user.keyboard('{Control>}k{/Control}')
    await dialog()
    await user.keyboard('ban')
    await waitFor(() => expect(options().slice(0, 2)).toEqual(['BancheConti, carte e documenti', 'Nuova banca']))
    await user.clear(screen.getByRole('textbox', { name: 'Pagina, azione o record' }))
    await user.keyboard(bank!.name)
    await waitFor(() => expect(options()).toEqual([`${bank!.name}${bank!.branch ?? ''}`]))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe(`/stazioni/banche/${bank!.id}`))
    expect(screen.queryByRole('dialog')).toBeNull()

    await user.keyboard('{Control>}k{/Control}')
    await dialog()
    // What begins so stands before what only says so.
    await user.keyboard('cambia')
    expect(options()[0]).toBe('Cambia passwordDel tuo profilo')
    await user.clear(screen.getByRole('textbox', { name: 'Pagina, azione o record' }))
    await user.keyboard('nuova{ArrowDown}{ArrowUp}{Enter}')
    await screen.findByRole('dialog', { name: 'Nuova banca' })
    // Over a dialog there is no second layer.
    await user.keyboard('{Control>}k{/Control}')
    expect(screen.queryByRole('dialog', { name: 'Cerca' })).toBeNull()
  })
})

test('nobody is offered what they may not open; without a network there are pages and actions, and it is said', async () => {
  await onScreen('ispettore', '/dashboard', async ({ user, network }) => {
    const button = await screen.findByRole('button', { name: 'Vai a pagine, azioni e record' })
    await user.click(button)
    await dialog()
    const before = network.asked.length
    await user.keyboard('PV00')
    await waitFor(() => expect(groups()).toEqual(['Verifiche', 'Stazioni']))
    expect(network.asked.slice(before).filter((one) => /\/(banks|users)\?/.test(one))).toEqual([])
    await user.clear(screen.getByRole('textbox', { name: 'Pagina, azione o record' }))
    await user.keyboard('banca')
    await screen.findByText('Nessun risultato per "banca".')
    network.down = true
    await user.clear(screen.getByRole('textbox', { name: 'Pagina, azione o record' }))
    await user.keyboard('verifica')
    await screen.findByText(/^Non tutti i record si possono cercare adesso/)
    expect(options()).toContain('Nuova verificaAvvia adesso')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(button)
  })
})

test('Enter pressed before the answer opens what was typed, never what fewer letters had found; an arrow stays where it went', () =>
  onScreen('contabilita', '/dashboard', async ({ user, address, db, open, network }) => {
    await db.insert(banks).values([{ name: 'Zeta prima' }, { name: 'Zeta seconda' }])
    await screen.findByRole('heading', { level: 1, name: /^Buongiorno/ })
    const palette = async () => {
      await user.keyboard('{Control>}k{/Control}')
      await dialog()
    }
    await palette()
    await user.keyboard('zeta')
    await waitFor(() => expect(options()).toEqual(['Zeta prima', 'Zeta seconda']))
    await user.keyboard(' seconda{Enter}')
    const [second] = await db.select().from(banks).where(eq(banks.name, 'Zeta seconda'))
    await waitFor(() => expect(address()).toBe(`/stazioni/banche/${second!.id}`))

    await open('/dashboard')
    await palette()
    const selected = () => document.querySelector('[data-combobox-selected]')?.textContent
    await user.keyboard('ban{ArrowDown}')
    expect(selected()).toBe('Nuova banca')
    await waitFor(() => expect(network.asked.some((one) => /\/banks\?.*search=ban/.test(one))).toBe(true))
    await waitFor(() => expect(options().length).toBeGreaterThan(2))
    expect(selected()).toBe('Nuova banca')
  }))
