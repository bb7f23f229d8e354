// @vitest-environment jsdom
import '../../setup-dom.ts'
import { fireEvent, screen } from '@testing-library/react'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { FormErrors } from '../../../src/crud/form/FormErrors.tsx'
import { pickSchema } from '../../../src/crud/form/form-paths.ts'
import { labelAndRequired as describeField } from '../../../src/rules/shared/schema-fields.ts'
import { renderUi } from '../../render.tsx'

test('after a refusal every wrong field is named and led to; before one, and after all is right, nothing', async () => {
  const form = (more: object) => ({ id: 'f', errors: {}, refused: [], failures: 1, ...more }) as any
  const show = (more: object) =>
    renderUi(
      <>
        <input id="f-name" aria-label="campo" />
        <FormErrors form={form(more)} />
      </>,
    )
  let shown = show({ errors: { name: 'Manca.' }, failures: 0 })
  expect(screen.queryByRole('alert')).toBeNull()
  shown.unmount()
  shown = show({})
  expect(screen.queryByRole('alert')).toBeNull()
  shown.unmount()
  shown = show({ refused: ['Sono troppe.'] })
  expect(screen.getByRole('alert').textContent).toBe('Sono troppe.')
  shown.unmount()
  show({ errors: { name: 'Manca.' } })
  expect(screen.getByRole('alert').textContent).toBe('Correggi i campi segnalati:Manca.')
  const link = screen.getByRole('link', { name: 'Manca.' })
  expect(link.getAttribute('href')).toBe('#f-name')
  expect(fireEvent.click(link), 'the address stays').toBe(false)
  expect(document.activeElement).toBe(screen.getByLabelText('campo'))
})

test('a field has its label and its rule from the contract, wherever it stands', () => {
  const Card = v.object({ number: v.pipe(v.string(), v.title('Numero')) })
  const body = v.object({
    name: v.pipe(v.string(), v.title('Nome')),
    note: v.optional(v.pipe(v.string(), v.title('Note'))),
    cards: v.optional(v.array(Card)),
    bare: v.string(),
  })
  expect(describeField(body, 'name')).toEqual({ label: 'Nome', required: true })
  expect(describeField(body, 'note')).toEqual({ label: 'Note', required: false })
  expect(describeField(body, 'cards.3.number')).toEqual({ label: 'Numero', required: true })
  expect(describeField(body, 'bare')).toEqual({ label: undefined, required: true })
  for (const path of ['other', 'toString', 'cards.0.other', 'name.deep'])
    expect(describeField(body, path), path).toEqual({ label: undefined, required: false })
  expect(Object.keys(pickSchema(['name', 'cards', 'other'], body).entries)).toEqual(['name', 'cards'])
  expect(Object.keys(pickSchema(['name'], undefined).entries)).toEqual([])
})
