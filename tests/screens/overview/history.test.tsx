// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { banks } from '../../../server/db/schema/banks/banks.ts'
import type { World } from '../../api/support/world.ts'
import { cells, media, onScreen, type Screen } from '../support/world.tsx'

const made: { id: number } = { id: 0 }
/** A bank made, changed in two fields, and changed again in one of them by somebody else. */
async function changed({ as }: World) {
  const [conti, admin] = [await as('contabilita'), await as('admin')]
  made.id = (await conti.post('/banks', { name: 'Banca Storica', note: 'prima', branch: 'Parma' })).body.data.id
  await conti.edit(`/banks/${made.id}`, { note: 'dopo', branch: 'Fidenza' })
  await admin.edit(`/banks/${made.id}`, { note: 'ancora' })
}
const compare = async ({ user }: Screen, row: number) => {
  const menus = await screen.findAllByRole('button', { name: /^Azioni/ })
  await user.click(menus[row]!)
  await user.click(await screen.findByRole('menuitem', { name: 'Confronta' }))
  return within(await screen.findByRole('dialog', { name: 'Confronta e ripristina' }))
}
const stored = async ({ db }: World) => (await db.select().from(banks).where(eq(banks.id, made.id)))[0]!

test('the history of a bank shows its changes; a conflict comes first and unselected, and selected fields are reverted', () =>
  onScreen(
    'contabilita',
    '/stazioni/banche',
    async (world) => {
      await world.open(`/stazioni/banche/${made.id}?scheda=storico`)
      await screen.findByText('Note: dopo → ancora')
      const differences = cells().map(([, , event, difference]) => [event, difference])
      expect(differences.slice(0, 2)).toEqual([
        ['Modifica', 'Note: dopo → ancora'],
        ['Modifica', 'Filiale: Parma → Fidenza · Note: prima → dopo'],
      ])
      expect(differences[2]![0]).toBe('Creazione')
      const dialog = await compare(world, 1)
      await dialog.findByText(/^Un campo è stato cambiato ancora dopo questa modifica/)
      const boxes = dialog.getAllByRole('checkbox') as HTMLInputElement[]
      expect(boxes.map((box) => [box.labels![0]!.textContent, box.checked])).toEqual([
        ['Note', false],
        ['Filiale', true],
      ])
      expect(dialog.getAllByText(/^(Prima|Dopo|Adesso):/).map(({ parentElement }) => parentElement!.textContent)).toEqual([
        ...['Prima: prima', 'Dopo: dopo', 'Adesso: ancora', 'Prima: Parma', 'Dopo: Fidenza', 'Adesso: Fidenza'],
      ])
      dialog.getByText(/^Cambiato ancora da .+ il \d\d\//)
      await world.user.click(dialog.getByRole('button', { name: 'Ripristina 1 campo' }))
      await screen.findByText('Valori ripristinati')
      await screen.findByText('Filiale: Fidenza → Parma')
      expect(await stored(world)).toMatchObject({ branch: 'Parma', note: 'ancora' })
      expect(cells()[0]![2]).toBe('Ripristino')
    },
    changed,
  ))

test('one field is put back by its own button, with its values stacked on a phone; the dialog stays for the others', () =>
  onScreen(
    'contabilita',
    '/stazioni/banche',
    async (world) => {
      await world.open(`/stazioni/banche/${made.id}?scheda=storico`)
      await screen.findByText('Note: dopo → ancora')
      await world.user.click((await screen.findAllByRole('button', { name: /^Azioni/ }))[1]!)
      const item = await screen.findByRole('menuitem', { name: 'Confronta' })
      media.phone = true
      try {
        await world.user.click(item)
        const dialog = within(await screen.findByRole('dialog', { name: 'Confronta e ripristina' }))
        const branch = within(await dialog.findByRole('region', { name: 'Filiale' }))
        const column = branch.getByText(/^Prima:/).closest('div')!
        expect([column.style.getPropertyValue('--column'), column.textContent]).toEqual([
          '100%',
          'Prima: ParmaDopo: FidenzaAdesso: Fidenza',
        ])
        await world.user.click(branch.getByRole('button', { name: 'Ripristina questo campo' }))
        await screen.findByText('Valori ripristinati')
        await waitFor(() => expect(column.isConnected).toBe(false))
        expect(within(dialog.getByRole('region', { name: 'Filiale' })).queryByRole('button')).toBeNull()
        dialog.getByRole('button', { name: 'Ripristina questo campo' })
        expect(await stored(world)).toMatchObject({ branch: 'Parma', note: 'ancora' })
      } finally {
        media.phone = false
      }
    },
    changed,
  ))

test('the history is filtered by field, and shown as cards on a phone', () =>
  onScreen(
    'contabilita',
    '/stazioni/banche',
    async (world) => {
      await world.open(`/stazioni/banche/${made.id}?scheda=storico&field=branch`)
      await screen.findByText('Filiale: Parma → Fidenza · Note: prima → dopo')
      expect(cells()).toHaveLength(2)
      media.phone = true
      try {
        await world.reload(`/stazioni/banche/${made.id}?scheda=storico&field=branch`)
        within((await screen.findByText('Filiale: Parma → Fidenza · Note: prima → dopo')).closest('li')!).getByText('Modifica')
      } finally {
        media.phone = false
      }
    },
    changed,
  ))

test('a change with a later change on top is not reverted before that change was shown', () =>
  onScreen(
    'contabilita',
    '/stazioni/banche',
    async (world) => {
      await world.open(`/stazioni/banche/${made.id}?scheda=storico`)
      await screen.findByText('Note: dopo → ancora')
      const dialog = await compare(world, 1)
      await dialog.findByRole('checkbox', { name: 'Filiale' })
      await (await world.as('admin')).edit(`/banks/${made.id}`, { branch: 'Langhirano' })
      await world.user.click(dialog.getByRole('button', { name: 'Ripristina 1 campo' }))
      await screen.findByText('Il record è stato modificato da un altro utente. Ricarica la pagina.')
      expect((await stored(world)).branch).toBe('Langhirano')
      // Now it is a conflict, and chosen by hand.
      await dialog.findByText('Langhirano')
      expect((dialog.getByRole('checkbox', { name: 'Filiale' }) as HTMLInputElement).checked).toBe(false)
    },
    changed,
  ))

test('all changes within the rights of a person are on one page', () =>
  onScreen(
    'admin',
    '/storico-modifiche?model=bank',
    async (world) => {
      await screen.findByText('Note: dopo → ancora')
      expect(cells()[0]![0]).toBe(`Banca n. ${made.id}`)
      await world.open('/storico-modifiche?model=fuel')
      await screen.findByText('Nessun risultato con i filtri selezionati.')
    },
    changed,
  ))
test('without the right to change a bank its page has no history', () =>
  onScreen(
    'lettura.conta',
    '/stazioni/banche',
    async (world) => {
      await world.open(`/stazioni/banche/${made.id}?scheda=storico`)
      await screen.findByRole('tab', { name: 'Dati' })
      expect(screen.queryByRole('tab', { name: 'Storico' })).toBeNull()
    },
    changed,
  ))
