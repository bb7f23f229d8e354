// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/equipment/tanks/StationTanks.tsx'
import '../../../src/features/equipment/tanks/StoredTankList.tsx'
import '../../../src/features/equipment/tanks/PrepareTanks.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { tanks } from '../../../server/db/schema/equipment/equipment.ts'
import { tank_maintenances } from '../../../server/db/schema/equipment/tank-maintenances.ts'
import { tankDb } from '../../../src/features/equipment/tanks/tank-store.ts'
import { cells, onScreen } from '../support/world.tsx'

test('the tanks of a station show station and authors; a reader is offered no change', async () => {
  await onScreen(
    'lettura.rete',
    '/stazioni/cisterne/1',
    async () => {
      await screen.findByRole('heading', { level: 1, name: /^Cisterne di PV001 / })
      // A maintenance without a known author does not belong to the reader.
      await screen.findAllByText(/^Autore non noto · /)
      expect(screen.queryByText(/^Luca/)).toBeNull()
      for (const name of ['Nuovo intervento', 'Modifica', 'Elimina']) expect(screen.queryByRole('button', { name })).toBeNull()
    },
    async ({ db }) => void (await db.update(tank_maintenances).set({ created_by: null })),
  )
  await onScreen(
    'admin',
    '/stazioni/cisterne/1',
    async () => {
      expect((await screen.findAllByRole('button', { name: 'Nuovo intervento' })).length).toBeGreaterThan(0)
      expect((await screen.findAllByRole('button', { name: 'Modifica' })).length).toBeGreaterThan(0)
      expect((await screen.findAllByText(/, modificato da Renata Rete il \d/)).length).toBeLessThan(screen.getAllByRole('article').length)
    },
    async ({ db, as }) => {
      const { user_id } = await as('rete')
      const ofTank = eq(tank_maintenances.station_id, 1)
      const [first] = await db.select().from(tank_maintenances).where(ofTank).orderBy(desc(tank_maintenances.date)).limit(1)
      await db.update(tank_maintenances).set({ rev: 2, updated_by: user_id }).where(eq(tank_maintenances.id, first!.id))
    },
  )
})

test('a manager reaches the tanks of the own station from menu and dashboard, and may record an intervention there', () =>
  onScreen('gestore', '/dashboard', async ({ user }) => {
    await screen.findByRole('button', { name: 'Nuovo intervento' })
    await user.click((await screen.findAllByRole('link', { name: 'Cisterne' }))[0]!)
    await screen.findByRole('heading', { level: 1, name: /^Cisterne/ })
    await screen.findByRole('button', { name: 'Prepara per offline' })
    const [first] = await screen.findAllByRole('link', { name: /^PV\d+ / })
    await user.click(first!)
    await screen.findByRole('heading', { level: 1, name: /^Cisterne di PV/ })
    const [add] = await screen.findAllByRole('button', { name: 'Nuovo intervento' })
    await user.click(add!)
    const kind = await screen.findByRole('combobox', { name: /^Tipo/ })
    expect(document.activeElement, 'the focus is in the form').toBe(kind)
    const form = within(kind.closest('form')!)
    expect(form.queryByText(/salvata sul dispositivo/)).toBeNull()
    await user.type(form.getByRole('textbox', { name: /^Ditta/ }), 'Bonifiche srl')
    await form.findByText('Bozza salvata sul dispositivo')
    await user.clear(form.getByRole('textbox', { name: /^Ditta/ }))
    await waitFor(() => expect(form.queryByText(/salvata sul dispositivo|^Salvataggio/)).toBeNull())
  }))

test('an error of a refused intervention goes as soon as its value is right, and comes back while it is wrong again', () =>
  onScreen('gestore', '/stazioni/cisterne/1', async ({ user }) => {
    const [add] = await screen.findAllByRole<HTMLButtonElement>('button', { name: 'Nuovo intervento' })
    await waitFor(() => expect(add!.disabled).toBe(false))
    await user.click(add!)
    const kind = await screen.findByRole('combobox', { name: /^Tipo/ })
    const form = within(kind.closest('form')!)
    const box = (name: RegExp) => form.getByRole<HTMLInputElement>('textbox', { name })
    async function put(name: RegExp, text: string) {
      await user.clear(box(name))
      await user.click(box(name))
      await user.paste(text)
      await user.tab()
    }
    const wrong = () =>
      ['Data', 'Ditta', 'Prossimo', 'Costo'].filter((name) => box(new RegExp(`^${name}`)).getAttribute('aria-invalid') === 'true')
    await put(/^Data/, '31/11/2026')
    await put(/^Prossimo intervento/, '01/01/2020')
    await put(/^Costo/, 'circa 350')
    await user.click(form.getByRole('button', { name: 'Salva' }))
    await form.findByText('Il campo Data non contiene una data valida.')
    expect(form.queryByText(/must contain/)).toBeNull()
    expect(kind.getAttribute('aria-invalid')).toBe('true')
    await put(/^Data/, '30/11/2026')
    expect(form.queryByText(/^Il campo Data/)).toBeNull()
    await put(/^Costo/, '350,00')
    await put(/^Ditta/, 'Bonifiche srl')
    await put(/^Prossimo intervento/, '30/11/2031')
    await user.selectOptions(kind, 'Bonifica')
    await waitFor(() => expect(wrong()).toEqual([]))
    expect(kind.getAttribute('aria-invalid')).not.toBe('true')
    await user.clear(box(/^Ditta/))
    expect(wrong()).toEqual(['Ditta'])
    // What was right at "Salva" waits for the next one.
    await put(/^Note/, 'x'.repeat(10_001))
    expect(box(/^Note/).getAttribute('aria-invalid')).not.toBe('true')
    await user.click(form.getByRole('button', { name: 'Annulla' }))
    await waitFor(() => expect(screen.queryByRole('combobox', { name: /^Tipo/ })).toBeNull())
  }))

test('prepared tanks are stored on the device with their age, and are all that is shown offline', () =>
  onScreen('admin', '/stazioni/cisterne', async (world) => {
    const { network, user, reload } = world
    await user.click(await screen.findByRole('button', { name: 'Prepara per offline' }))
    await screen.findByText(/^Cisterne di 8 punti vendita pronte per lavorare offline\.$/)
    expect(await tankDb()!.stations.count()).toBe(8)
    await screen.findByText(/^8 P\.V\. pronti, /)
    // The data are in the database, which survives a killed browser.
    expect(JSON.stringify({ ...localStorage })).not.toContain('tanks.list')
    network.down = true
    await reload('/stazioni/cisterne')
    const here = within(await screen.findByRole('region', { name: 'Pronte su questo dispositivo' }))
    await user.click(await here.findByRole('link', { name: /^PV001 / }))
    await screen.findByRole('heading', { level: 1, name: /^Cisterne di PV001 / })
    await screen.findByText(/^Non in linea: quello che vedi è del /)
    expect((await screen.findAllByRole('button', { name: 'Nuovo intervento' })).length).toBeGreaterThan(0)
    // The next preparation removes data that the person may no longer see.
    network.down = false
    await tankDb()!.stations.put({ station_id: 999, place: 'ZZ999 Altrui', at: new Date().toISOString(), tanks: [], maintenances: [] })
    await reload('/stazioni/cisterne')
    await user.click(await screen.findByRole('button', { name: 'Prepara per offline' }))
    await waitFor(async () => expect(await tankDb()!.stations.get(999)).toBeUndefined())
  }))

test('tests, outcome, next intervention and cost of a tank stand under their words, on its card and in the list', () =>
  onScreen(
    'lettura.rete',
    '/stazioni/cisterne/1',
    async ({ open }) => {
      const card = within((await screen.findAllByRole('region', { name: /^Cisterna / }))[0]!)
      card.getByText('Ultima prova: 04/03/2021')
      card.getByText('Prossima prova: 06/05/2031')
      await card.findAllByText('Bonifica · 09/10/2022')
      card.getAllByText(/^Pozzi S\.n\.c\. · Esito: Positivo · Prossimo: 08\/07\/2027 · 1\.250,50\s€$/)
      await open('/stazioni/cisterne')
      await waitFor(() => expect(cells().length).toBeGreaterThan(1))
      const at = (name: string) => screen.getAllByRole('columnheader').findIndex(({ textContent }) => textContent?.startsWith(name))
      const row = cells().find((one) => one.includes('06/05/2031'))!
      expect([row[at('Ultima prova')], row[at('Prossima prova')]]).toEqual(['04/03/2021', '06/05/2031'])
    },
    async ({ db }) => {
      const [tank] = await db.select().from(tanks).where(eq(tanks.station_id, 1)).orderBy(tanks.number)
      await db.update(tanks).set({ last_test: '2021-03-04', next_test: '2031-05-06' }).where(eq(tanks.id, tank!.id))
      const done = { type: 'bonifica', date: '2022-10-09', company: 'Pozzi S.n.c.', next_date: '2027-07-08' } as const
      const more = { tank_id: tank!.id, outcome: 'positivo', cost: 1250.5 } as const
      await db
        .update(tank_maintenances)
        .set({ ...done, ...more })
        .where(eq(tank_maintenances.station_id, 1))
    },
  ))
