// @vitest-environment jsdom
import '../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inspections } from '../../server/db/schema/inspections.ts'
import { onScreen, type Screen } from './world.tsx'

const DAY = '2031-04-03'
const planned = ({ db }: Screen) =>
  db
    .select()
    .from(inspections)
    .where(and(eq(inspections.status, 'planned'), eq(inspections.scheduled_at, DAY)))
const box = (name: string) => screen.getByRole('combobox', { name: new RegExp(name) }) as HTMLInputElement
async function choose({ user }: Screen, name: string, typed: string) {
  await user.click(box(name))
  await user.type(box(name), typed)
  await waitFor(() => expect(screen.getAllByRole('option').every(({ textContent }) => textContent!.includes(typed))).toBe(true))
  await user.keyboard('{ArrowDown}{Enter}')
}

test('only who may is offered to plan', () =>
  onScreen('ispettore', '/verifiche', async () => {
    await screen.findByRole('button', { name: 'Nuova verifica' })
    expect(screen.queryByRole('button', { name: 'Pianifica' })).toBeNull()
  }))

test('a verifica is planned once: the choices outlive a reload, and a lost answer', () =>
  onScreen('admin', '/verifiche?nuova=pianifica', async (world) => {
    const { user, network, reload } = world
    const dialog = () => screen.findByRole('dialog', { name: 'Pianifica una verifica' })
    const send = async () => within(await dialog()).getByRole('button', { name: 'Pianifica' })
    await dialog()
    await choose(world, 'Modello', 'Antincendio')
    await choose(world, 'Punto vendita', 'PV001')
    await choose(world, 'Ispettore', 'Ivan')
    expect(await send()).toHaveProperty('disabled', true)
    await user.type(screen.getByRole('textbox', { name: /Data/ }), '03/04/2031')
    await waitFor(async () => expect(await send()).toHaveProperty('disabled', false))

    await reload()
    await dialog()
    await waitFor(() => expect(box('Punto vendita').value).toMatch(/^PV001 /))
    await waitFor(() => expect([box('Modello').value, box('Ispettore').value]).toEqual(['Antincendio', 'Ivan Ispettore']))
    expect((screen.getByRole('textbox', { name: /Data/ }) as HTMLInputElement).value).toBe('03/04/2031')

    network.lose = 1
    await user.click(await send())
    await within(await dialog()).findByRole('alert')
    await user.click(await send())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await planned(world)).toHaveLength(1)

    await world.open('/verifiche?nuova=pianifica')
    await dialog()
    await waitFor(() => expect(box('Punto vendita').value).toBe(''))
  }))
