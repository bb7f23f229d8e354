// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { onScreen } from '../support/world.tsx'

const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) })

test('the state tells the server, and a check that is started tells which record breaks which rule', () =>
  onScreen(
    'admin',
    '/impostazioni?scheda=stato',
    async (world) => {
      await rowOf('^Versione test$')
      await rowOf('^Database Database interno$')
      await rowOf('^Dispositivi con invii in attesa Nessuno$')
      screen.getByText(/^Nessun controllo ancora eseguito\./)
      await world.user.click(screen.getByRole('button', { name: 'Controlla ora' }))
      const rules = within(await screen.findByRole('table', { name: 'Regole' })).getAllByRole('row')
      expect(rules).toHaveLength(16)
      const told = rules.map((row) => row.textContent).filter((text) => !text?.endsWith('A posto'))
      expect(told).toEqual([expect.stringMatching(/^Nessun articolo ha una giacenza negativa\.\S+1 da correggere$/)])
      await waitFor(() => screen.getByText(/^Ultimo controllo: \d\d\/\d\d\/\d{4} /))
    },
    async ({ db }) => {
      await db.execute(sql`delete from files`)
      await db.execute(sql`update ecommerce_products set stock = -3 where code = (select min(code) from ecommerce_products)`)
    },
  ))

test('who is no super administrator has no such tab', () =>
  onScreen('contabilita', '/impostazioni?scheda=stato', async () => {
    await screen.findByRole('tab', { name: 'Azienda', selected: true })
    expect(screen.queryByRole('tab', { name: 'Stato' })).toBeNull()
  }))

test('a new installation leads through its first day on the dashboard, until it is closed', () =>
  onScreen('admin', '/stazioni', async ({ deps, db, open, user, reload }) => {
    deps.demo = false
    await db.execute(sql`update inspection_models set status = 'draft'`)
    await open('/dashboard')
    const list = within(await screen.findByRole('region', { name: /^Per cominciare: \d di 6$/ }))
    const told = list.getAllByRole('listitem').map((item) => [within(item).getByRole('img').getAttribute('aria-label'), item.textContent])
    expect(told.find(([, text]) => text?.startsWith('Punti vendita'))?.[0]).toBe('Fatto')
    expect(told.find(([, text]) => text?.startsWith('Modelli di verifica'))?.[0]).toBe('Da fare')
    expect(list.getByRole('link', { name: 'Modelli di verifica' }).getAttribute('href')).toBe('/verifiche/modello')
    await user.click(list.getByRole('button', { name: 'Chiudi l’elenco' }))
    await waitFor(() => expect(screen.queryByText(/^Per cominciare/)).toBeNull())
    await reload('/dashboard')
    await screen.findByRole('heading', { name: /^Buon(giorno|asera)/ })
    expect(screen.queryByText(/^Per cominciare/)).toBeNull()
  }))
