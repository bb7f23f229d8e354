// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/content/ContactDialogs.tsx'
import '../../../src/crud/form/OrderDialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contact_categories, contact_containers, contact_items } from '../../../server/db/schema/content/useful-contacts.ts'
import type { World } from '../../api/support/world.ts'
import { formIn, onScreen } from '../support/world.tsx'

const search = () => screen.findByRole('searchbox')

test('contacts are called, written to and copied; a search opens what it finds, also without a network', () =>
  onScreen('rete', '/contatti-utili', async ({ user, network, open }) => {
    const called = await screen.findByRole('link', { name: 'Chiama 112, Emergenza unica' })
    expect(called.getAttribute('href')).toBe('tel:112')
    // What is read beside the name is what is called.
    expect(called.textContent).toBe('112')
    expect(screen.queryByRole('button', { name: 'Modifica contatti' })).toBeNull()
    await user.type(await search(), 'pos sostituz{Enter}')
    const mail = await screen.findByRole('link', { name: 'Scrivi a pos@assistenza.example.it, Sostituzione terminali' })
    expect(mail.getAttribute('href')).toBe('mailto:pos@assistenza.example.it')
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Chiama/ })).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Copia pos@assistenza.example.it' }))
    expect(await navigator.clipboard.readText()).toBe('pos@assistenza.example.it')
    network.down = true
    await open('/contatti-utili')
    await screen.findByRole('link', { name: 'Chiama 118, Emergenza sanitaria' })
    network.down = false
  }))

/** Every write from now on, with its body. */
function writes() {
  const { fetch } = globalThis
  const sent: unknown[] = []
  globalThis.fetch = (url, init) => {
    const { method = 'GET', body } = init ?? {}
    if (method !== 'GET' && !/live|preferences|presence/.test(String(url)))
      sent.push([`${method} ${String(url).replace('/api/v1', '')}`, ...(body ? [JSON.parse(String(body))] : [])])
    return fetch(url, init)
  }
  return sent
}

test('who writes adds, changes, orders and deletes at each level', () =>
  onScreen('admin', '/contatti-utili', async ({ user, db }) => {
    const sent = writes()
    await user.click(await screen.findByRole('button', { name: 'Modifica contatti' }))
    const save = async (title: string, type: Record<string, string>, choose: Record<string, string> = {}) => {
      const form = await formIn(title)
      for (const [label, option] of Object.entries(choose)) {
        await user.click(within(form).getByRole('combobox', { name: new RegExp(`^${label}`) }))
        await user.click(await screen.findByRole('option', { name: option }))
      }
      for (const [label, text] of Object.entries(type)) {
        const input = within(form).getByLabelText(new RegExp(`^${label}`))
        await user.clear(input)
        await user.type(input, text)
      }
      await user.click(within(form).getByRole('button', { name: 'Salva' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await user.click((await screen.findAllByRole('button', { name: 'Nuova categoria' }))[0]!)
    await save('Nuova categoria', { Nome: 'Vigilanza' }, { Icona: 'Assistenza', 'Visibile a': 'Gestore' })
    const panel = async () => within(await screen.findByRole('region', { name: /^Vigilanza/ }))
    await user.click((await panel()).getByRole('button', { name: 'Nuovo contenitore' }))
    await save('Nuovo contenitore', { Nome: 'Notte', Descrizione: 'Dalle 20' })
    for (const [label, value] of [
      ['Centrale', '112'],
      ['Pattuglia', '118'],
    ]) {
      await user.click((await panel()).getByRole('button', { name: 'Nuovo contatto' }))
      await save('Nuovo contatto', { Etichetta: label!, Valore: value!, Note: 'Sempre' }, { Tipo: 'Telefono' })
    }
    const [made] = await db.select().from(contact_categories).where(eq(contact_categories.name, 'Vigilanza'))
    const [held] = await db.select().from(contact_containers).where(eq(contact_containers.category_id, made!.id))
    const of = await db.select().from(contact_items).where(eq(contact_items.container_id, held!.id)).orderBy(contact_items.id)
    const [category, container, first, second] = [made!.id, held!.id, of[0]!.id, of[1]!.id]
    expect(sent).toEqual([
      ['POST /useful-contacts', { name: 'Vigilanza', icon: 'assistenza', roles: ['manager'] }],
      ['POST /useful-contacts/containers', { category_id: category, name: 'Notte', description: 'Dalle 20' }],
      [
        'POST /useful-contacts/containers/items',
        { container_id: container, label: 'Centrale', kind: 'telefono', value: '112', note: 'Sempre' },
      ],
      [
        'POST /useful-contacts/containers/items',
        { container_id: container, label: 'Pattuglia', kind: 'telefono', value: '118', note: 'Sempre' },
      ],
    ])
    sent.length = 0
    await user.click((await panel()).getByRole('button', { name: 'Modifica Centrale' }))
    await save('Modifica contatto', { Valore: '113' })
    await screen.findByRole('link', { name: 'Chiama 113, Centrale' })
    await user.click((await panel()).getByRole('button', { name: 'Ordina' }))
    await user.click(await screen.findByRole('button', { name: 'Sposta giù: Centrale' }))
    await user.click(screen.getByRole('button', { name: 'Salva' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click((await panel()).getByRole('button', { name: 'Elimina Pattuglia' }))
    await user.click(await screen.findByRole('button', { name: 'Elimina' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: /Pattuglia/ })).toBeNull())
    await user.click((await panel()).getByRole('button', { name: 'Elimina Vigilanza' }))
    await screen.findByText(`Con la categoria "Vigilanza" si eliminano 1 contenitore e 1 contatto. L'operazione non può essere annullata.`)
    await user.click(screen.getByRole('button', { name: 'Elimina' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Vigilanza/ })).toBeNull())
    expect(sent).toEqual([
      [
        `PUT /useful-contacts/containers/items/${first}`,
        { container_id: container, label: 'Centrale', kind: 'telefono', value: '113', note: 'Sempre', rev: 1 },
      ],
      ['PUT /useful-contacts/containers/items/order', { ids: [second, first], was: [first, second] }],
      [`DELETE /useful-contacts/containers/items/${second}`],
      [`DELETE /useful-contacts/${category}?force=true`],
    ])
  }))

/** The numbers of a container as they are stored, in their order. */
const storedOrder = async ({ db }: Pick<World, 'db'>, container: number) =>
  (await db.select().from(contact_items).where(eq(contact_items.container_id, container)).orderBy(contact_items.position)).map(
    ({ label }) => label,
  )
test('contacts are ordered by the keyboard alone, by their buttons and by lifting them, and the order is stored', () => {
  let container = 0
  return onScreen(
    'admin',
    '/contatti-utili',
    async (world) => {
      const { user } = world
      await user.click(await screen.findByRole('button', { name: 'Modifica contatti' }))
      const order = async () => {
        const panel = within(await screen.findByRole('region', { name: /^Vigilanza/ }))
        const button = panel.getByRole('button', { name: 'Ordina' })
        button.focus()
        await user.keyboard('{Enter}')
        return within(await screen.findByRole('dialog', { name: /^Ordine: / }))
      }
      /** Goes to a control by Tab, as far as it takes. */
      const tabTo = async (element: HTMLElement) => {
        for (let steps = 0; document.activeElement !== element && steps < 40; steps++) await user.tab()
        expect(document.activeElement).toBe(element)
      }
      const save = async (dialog: ReturnType<typeof within>) => {
        await tabTo(dialog.getByRole('button', { name: 'Salva' }))
        await user.keyboard('{Enter}')
        await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      }
      expect(await storedOrder(world, container)).toEqual(['Uno', 'Due', 'Tre'])
      const first = await order()
      await tabTo(await first.findByRole('button', { name: 'Sposta giù: Uno' }))
      // The focus stays with the row that moves: pressed twice it is last, and once more it stays there.
      await user.keyboard('{Enter}')
      await user.keyboard(' ')
      await user.keyboard('{Enter}')
      await tabTo(first.getByRole('button', { name: 'Sposta su: Tre' }))
      await user.keyboard('{Enter}')
      await save(first)
      expect(await storedOrder(world, container)).toEqual(['Tre', 'Due', 'Uno'])

      // Nothing has a place in jsdom: the rows get one, below each other.
      const place = Element.prototype.getBoundingClientRect
      Element.prototype.getBoundingClientRect = function (this: Element) {
        const row = this.closest('ol > li')
        const at = row ? [...row.parentElement!.children].indexOf(row) : 0
        return new DOMRect(10, 10 + at * 40, 100, 40)
      }
      const second = await order()
      await tabTo(await second.findByRole('button', { name: 'Sposta Tre' }))
      await user.keyboard(' ')
      await waitFor(() => expect(document.querySelector('[data-dragging]')?.textContent).toContain('Tre'))
      await user.keyboard('{ArrowDown}')
      await screen.findByText('Tre in posizione 2 di 3.')
      await user.keyboard(' ')
      await screen.findByText('Tre posato in posizione 2 di 3.')
      Element.prototype.getBoundingClientRect = place
      await save(second)
      expect(await storedOrder(world, container)).toEqual(['Due', 'Tre', 'Uno'])
    },
    async ({ db }) => {
      const [category] = await db.insert(contact_categories).values({ name: 'Vigilanza', icon: 'assistenza', position: 90 }).returning()
      const [held] = await db.insert(contact_containers).values({ category_id: category!.id, name: 'Notte', position: 1 }).returning()
      container = held!.id
      const item = { container_id: container, kind: 'telefono', value: '112' } as const
      await db.insert(contact_items).values(['Uno', 'Due', 'Tre'].map((label, at) => ({ ...item, label, position: at + 1 })))
    },
  )
})
