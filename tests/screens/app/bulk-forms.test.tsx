// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { customers } from '../../../server/db/schema/cards/customers.ts'
import { bulkLists } from '../../../server/resources/overview/bulk-lists.ts'
import { bulkActions } from '../../../src/contract/kernel/bulk-actions.ts'
import { fieldKind } from '../../../src/contract/kernel/fields.ts'
import { labelOf } from '../../../src/contract/kernel/valibot-it.ts'
import { type SchemaParts, unwrap } from '../../../src/rules/shared/schema-fields.ts'
import { openedBy } from '../../api/support/ticket-fixtures.ts'
import { patient } from '../support/patient.ts'
import { gone } from '../support/steps.ts'
import { onScreen, type Screen } from '../support/world.tsx'

patient()
/** Where the lists are whose actions ask for values. */
const PAGES: Readonly<Record<string, string>> = {
  'cards.list': '/carte',
  'ecommerce-products.list': '/intracommerce/articoli',
  'expirations.list': '/scadenze',
  'inspections.list': '/verifiche',
  'stations.list': '/stazioni',
  'tickets.list': '/tickets',
}
const asking = Object.entries(bulkLists).flatMap(([name, { of }]) => {
  const actions = Object.entries(bulkActions(of.endpoints.list!)).filter(([, { values }]) => values)
  return actions.length ? [[name, actions] as const] : []
})
const TEXTS: Readonly<Record<string, string>> = { email: 'prova@example.it', number: '7,5' }
/** Fills a field in as a person does: the first of a choice, figures, a day or words. */
async function fill({ user }: Screen, form: ReturnType<typeof within>, schema: v.GenericSchema, past: boolean) {
  const name = new RegExp(`^${labelOf(schema)}`)
  // The choice of a macro is fetched first.
  const box = await waitFor(() => form.queryByRole('combobox', { name }) ?? form.getByRole('textbox', { name }))
  if (box.matches('[role=combobox], [aria-haspopup=listbox]')) {
    await user.click(box)
    // Those of native selects are of the page behind.
    return user.click((await screen.findAllByRole('option')).find(({ tagName }) => tagName !== 'OPTION')!)
  }
  const kind = fieldKind(schema) ?? (unwrap(schema) as SchemaParts).type!
  await user.type(box, kind === 'day' ? `20/11/${past ? 2025 : 2035}` : (TEXTS[kind] ?? 'Prova'))
}

test('each list whose actions ask for values is tried', () => {
  expect(asking.map(([name]) => name)).toHaveMembers(Object.keys(PAGES))
})
test.each(asking)('what the forms of %s send, filled in as a person does, is what the actions take', (name, actions) =>
  onScreen(
    'admin',
    PAGES[name]!,
    async (world) => {
      const { user, network } = world
      for (const [action, { label, values, past }] of actions) {
        await user.click((await screen.findAllByRole('checkbox', { name: /^Seleziona (?!la pagina)/ }))[0]!)
        const bar = within(await screen.findByRole('group', { name: 'Righe selezionate' }))
        await user.click(bar.getByRole('button', { name: label }))
        const form = within(await screen.findByRole('dialog', { name: label }))
        expect(form.queryByRole('checkbox'), 'no filter of a list').toBeNull()
        for (const schema of Object.values(values!.entries)) await fill(world, form, schema as v.GenericSchema, !!past)
        await user.click(form.getAllByRole('button').at(-1)!)
        await gone(label)
        const [, body] = network.writes.findLast(([call]) => call === 'POST /bulk') as [string, { action: string; values: object }]
        expect([body.action, v.safeParse(values!, body.values).issues, Object.keys(body.values)]).toEqual([
          action,
          undefined,
          Object.keys(values!.entries),
        ])
      }
    },
    async (world) => {
      await openedBy(world, await world.as('admin'))
      // A card of a customer who is not active can be given no state.
      await world.db.update(customers).set({ active: true })
    },
  ),
)
