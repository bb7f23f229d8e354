// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inspections } from '../../../server/db/schema/inspections/inspections.ts'
import { onScreen, type Screen } from '../support/world.tsx'

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
    const dialog = () => screen.findByRole('dialog', { name: 'Pianifica verifiche' })
    const send = async () => within(await dialog()).getByRole('button', { name: 'Pianifica' })
    await dialog()
    await choose(world, 'Modello', 'Antincendio')
    await choose(world, 'Punto vendita', 'PV001')
    await choose(world, 'Ispettore', 'Ivan')
    await user.type(screen.getByRole('textbox', { name: /Data/ }), '03/04/2031')

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

test('what is missing is said at its field; one station after another is planned without leaving, each once however fast', () =>
  onScreen('admin', '/verifiche?nuova=pianifica', async (world) => {
    const { user } = world
    const dialog = await screen.findByRole('dialog', { name: 'Pianifica verifiche' })
    const more = within(dialog).getByRole('button', { name: 'Pianifica e continua' })
    await user.click(more)
    expect(within(dialog).getAllByText(/^Il campo .* è obbligatorio\.$/)).toHaveLength(4)
    expect(document.activeElement).toBe(box('Modello'))
    await choose(world, 'Modello', 'Antincendio')
    await choose(world, 'Ispettore', 'Ivan')
    await user.type(screen.getByRole('textbox', { name: /Data/ }), '03/04/2031')
    for (const [at, code] of ['PV001', 'PV002'].entries()) {
      await choose(world, 'Punto vendita', code)
      if (at) await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
      else await user.dblClick(more)
      await within(dialog).findByText(new RegExp(`^Pianificat[ae].*${code} `))
      expect(await planned(world)).toHaveLength(at + 1)
      expect([box('Punto vendita').value, document.activeElement === box('Punto vendita')]).toEqual(['', true])
    }
    expect(within(dialog).queryByText(/è obbligatorio/)).toBeNull()
    expect([box('Modello').value, box('Ispettore').value]).toEqual(['Antincendio', 'Ivan Ispettore'])
    await choose(world, 'Punto vendita', 'PV003')
    const day = screen.getByRole('textbox', { name: /Data/ })
    const no = { model_id: ['Il modello non è pubblicato.'], scheduled_at: ['Non più in quel giorno.'] }
    world.network.instead = (method, url) =>
      method === 'POST' && url.endsWith('/inspection') ? Response.json({ error: no }, { status: 422 }) : undefined
    await user.click(more)
    await within(dialog).findByText('Non più in quel giorno.')
    world.network.instead = () => undefined
    await user.clear(day)
    await user.type(day, '03/04/2031')
    expect(within(dialog).queryByText('Non più in quel giorno.')).toBeNull()
    within(dialog).getByText('Il modello non è pubblicato.')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await planned(world)).map(({ model_id }) => model_id)).toHaveLength(3)
  }))

test('Enter on a station that is still being looked for takes no other, and does not send the form', () =>
  onScreen('admin', '/verifiche?nuova=pianifica', async ({ user, network }) => {
    await screen.findByRole('dialog', { name: 'Pianifica verifiche' })
    await user.click(box('Punto vendita'))
    await screen.findAllByRole('option', { name: /^PV/ })
    await user.keyboard('PV0{ArrowDown}zz{Enter}')
    expect([box('Punto vendita').value, screen.queryByText(/è obbligatorio/)]).toEqual(['PV0zz', null])
    await user.clear(box('Punto vendita'))
    await user.keyboard('PV003')
    await waitFor(() => expect(network.asked).toContain('GET /api/v1/suggestions/stations?value=PV003'))
    await waitFor(async () => {
      await user.keyboard('{ArrowDown}{Enter}')
      expect(box('Punto vendita').value).toMatch(/^PV003 /)
    })
  }))
