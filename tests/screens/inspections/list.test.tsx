// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { provinces } from '../../../src/contract/kernel/provinces.ts'
import { fieldDb } from '../../../src/features/inspections/field-store.ts'
import type { World } from '../../api/support/world.ts'
import { cells, onScreen, openFilter } from '../support/world.tsx'

const none = async ({ db }: World) => void (await db.execute(sql`truncate inspections cascade`))

test('who has no right to verifiche sees none', () =>
  onScreen('contabilita', '/verifiche', async () => {
    await screen.findByText('Non hai le autorizzazioni necessari per visualizzare questa pagina')
  }))

test('scores have one decimal, and the list is narrowed by station, model and inspector', () =>
  onScreen('admin', '/verifiche?status=completed', async ({ user, address }) => {
    await screen.findByRole('table')
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
    const scores = cells().map((row) => row[heads.indexOf('Punteggio')])
    expect(scores.length).toBeGreaterThan(0)
    for (const score of scores) expect(score).toMatch(/^\d{1,3},\d$|^–$/)
    for (const [name, typed, parameter] of [
      ['Punto vendita', 'PV001', 'station_id'],
      ['Modello', 'Antincendio', 'model_id'],
      ['Ispettore', 'Ivan', 'inspector_id'],
    ] as const) {
      await openFilter(user, name)
      const box = await screen.findByRole('combobox', { name })
      await user.click(box)
      await screen.findAllByRole('option', { name: new RegExp(typed) })
      await user.type(box, typed)
      await waitFor(() => expect(screen.getAllByRole('option').every(({ textContent }) => textContent!.includes(typed))).toBe(true))
      await user.keyboard('{ArrowDown}{Enter}')
      await waitFor(() => expect(address()).toMatch(new RegExp(`[?&]${parameter}=\\d+`)))
      await user.keyboard('{Escape}')
      await screen.findByRole('button', { name: new RegExp(`^${name}: .*${typed}`) })
    }
  }))

test('the order it comes in is said, until another is asked for', () =>
  onScreen('admin', '/verifiche', async ({ user }) => {
    await screen.findByRole('table')
    const said = () => screen.queryByText(/prima le pianificate, poi dalla più recente/)
    expect(said()).not.toBeNull()
    const states = cells().map((row) => row.join().includes('Pianificata'))
    expect(states.indexOf(false)).toBeGreaterThan(0)
    expect(states.slice(states.indexOf(false))).not.toContain(true)
    await user.click(screen.getByRole('button', { name: /^Data/ }))
    await waitFor(() => expect(said()).toBeNull())
  }))

test('the list is narrowed by provinces, found by their names', () =>
  onScreen('admin', '/verifiche?status=completed', async ({ db, user, address }) => {
    const { rows } = (await db.execute(
      sql`select s.code, s.province from inspections i join stations s on s.id = i.station_id where i.status = 'completed' and i.deleted_at is null`,
    )) as unknown as { rows: { code: string; province: string }[] }
    const { sign, name } = provinces.get(rows[0]!.province)!
    const there = rows.filter(({ province }) => province === sign).map(({ code }) => code)
    expect(there.length).toBeLessThan(rows.length)
    await screen.findByRole('table')
    await openFilter(user, 'Provincia')
    await user.type(await screen.findByRole('combobox', { name: 'Provincia' }), name)
    await screen.findByRole('option', { name: `${name} (${sign})` })
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(address()).toContain(`province=${sign}`))
    await user.keyboard('{Escape}')
    await screen.findByRole('button', { name: new RegExp(`^Provincia: .*\\(${sign}\\)`) })
    await waitFor(() => expect(cells().map((row) => row[1]!.slice(0, 5))).toHaveMembers(there))
  }))

/** The entries of the first row's menu. */
async function offered(user: UserEvent) {
  await screen.findByRole('table')
  await user.click((await screen.findAllByRole('button', { name: /^Azioni/ }))[0]!)
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}
test('a row offers what may be done with its verifica, by right and state; what is open is continued where it is open', async () => {
  await onScreen('rete', '/verifiche?status=completed', async ({ user }) => {
    expect(await offered(user)).toEqual(['Apri', 'PDF', 'Approva'])
  })
  await onScreen('ispettore', '/verifiche?status=planned', async ({ db, user, address }) => {
    expect(await offered(user)).toEqual(['Continua', 'Fissa il punto vendita'])
    await user.click(screen.getByRole('menuitem', { name: 'Continua' }))
    const [, uuid] = /^\/verifiche\/([0-9a-f-]{36})$/.exec(address())!
    const { rows } = (await db.execute(sql`select status from inspections where client_uuid = ${uuid}`)) as unknown as { rows: unknown[] }
    expect(rows).toEqual([{ status: 'planned' }])
  })
  // A verifica that another person is filling in can only be read.
  await onScreen('admin', '/verifiche?status=draft', async ({ user }) => expect(await offered(user)).toEqual(['Apri']))
  await onScreen('admin', '/verifiche?status=completed', async ({ user }) => {
    const before = (await screen.findByRole('table')) && cells().map(([number]) => number)
    expect(await offered(user)).toEqual(['Apri', 'PDF', 'Invia al gestore', 'Ripeti verifica', 'Riapri', 'Approva', 'Elimina'])
    await user.click(screen.getByRole('menuitem', { name: 'Riapri' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Riapri la verifica' }))
    await user.type(await dialog.findByRole('textbox', { name: 'Motivo' }), 'Manca una foto')
    await user.click(dialog.getByRole('button', { name: 'Riapri la verifica' }))
    await waitFor(() => expect(cells().map(([number]) => number)).not.toContain(before[0]))
  })
})

test('an empty list says what will stand there, with the first step for who may take it', async () => {
  await onScreen(
    'ispettore',
    '/verifiche',
    async ({ user, address }) => {
      const empty = (await screen.findByText('Nessuna verifica. Avvia la prima verifica.')).parentElement!
      await user.click(within(empty).getByRole('link', { name: 'Nuova verifica' }))
      expect(address()).toBe('/verifiche?nuova=avvia')
    },
    none,
  )
  await onScreen(
    'rete',
    '/verifiche',
    async () => {
      const empty = (await screen.findByText('Qui compaiono le verifiche concluse dei tuoi punti vendita.')).parentElement!
      expect(within(empty).queryByRole('link')).toBeNull()
    },
    none,
  )
})

test('the station of a planned verifica is pinned from the list', () =>
  onScreen('ispettore', '/verifiche?status=planned', async ({ user }) => {
    await offered(user)
    await user.click(screen.getByRole('menuitem', { name: 'Fissa il punto vendita' }))
    await screen.findByText(/^PV\d+ resta su questo dispositivo\.$/)
    const [kept] = await fieldDb()
      .contexts.filter(({ pinned }) => pinned)
      .toArray()
    expect([kept!.pinned, screen.getByText(/resta su questo/).textContent]).toEqual([
      true,
      `${kept!.data.station.code} resta su questo dispositivo.`,
    ])
  }))

test('those that never had a number are told apart by where and when they are made', () =>
  onScreen(
    'admin',
    '/verifiche?status=cancelled',
    async () => {
      await screen.findByRole('table')
      const names = screen
        .getAllByRole('row')
        .flatMap((row) => within(row).queryAllByRole('link'))
        .map(({ textContent }) => textContent!)
      expect(names.length).toBeGreaterThan(2)
      expect(new Set(names).size).toBe(names.length)
      expect(names.filter((name) => /^PV\d+ · \d\d\/\d\d\/\d{4}$/.test(name))).toHaveLength(2)
    },
    async ({ db }) =>
      void (await db.execute(sql`
        update inspections set status = 'cancelled', id_year = null, id_number = null
        where id in (select min(id) from inspections where status = 'completed' and deleted_at is null group by station_id limit 2)`)),
  ))
