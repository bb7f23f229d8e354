import { expect, test } from 'vitest'
import { inWorld } from '../support/world.ts'

const taken = 'Il valore del campo Nome è già presente.'
/** Texts that look like the first one, or the same to everybody who reads them. */
const NAMES = {
  'with a character of no width': ['Città Doppia', 'Cit\u200btà Doppia'],
  'with a mark of direction': ['Città Doppia', 'Città Doppia\u202c'],
  'with a space that does not break': ['Città Doppia', 'Città\u00a0Doppia'],
  'with a wide space': ['Città Doppia', 'Città\u3000Doppia'],
  'with spaces around it': ['Città Doppia', '  Città Doppia\t'],
  'with its accent as a character of its own': ['Città Doppia', 'Citta\u0300 Doppia'],
  'with wide letters and figures': ['Città 24', '\uff23ittà \uff12\uff14'],
}
const RESOURCES = {
  '/banks': { abi: '01234' },
  '/available_services': { category: 'auto' },
  '/support/t/category': { default_priority: 1, sla_hours: 120, color: '#00aa00' },
  '/fuels': { code: 'H2', unit: 'kg', color: '#00ffaa', gas: true, premium: false, position: 20, active: true },
}
test.each(Object.entries(NAMES))('a unique name %s is the same name', (_, [name, alike]) =>
  inWorld(async ({ as }) => {
    const admin = await as('admin')
    for (const [path, rest] of Object.entries(RESOURCES)) {
      expect((await admin.post(path, { ...rest, name })).status, path).toBe(201)
      const { status, body } = await admin.post(path, { ...rest, name: alike })
      expect([status, body.error.name], path).toEqual([422, taken])
    }
  }),
)
