// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/expirations/CompleteDialog.tsx'
import '../../../src/features/expirations/ExpirationForm.tsx'
import '../../../src/features/expirations/ExpirationShow.tsx'
import { screen, waitFor } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { expirations } from '../../../server/db/schema/expirations/expirations.ts'
import { addMonths } from '../../../src/rules/shared/italian.ts'
import { cells, onScreen } from '../support/world.tsx'

const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
const italian = (day: string) => day.split('-').reverse().join('/')

test('an expiration is completed from its page, which says before when it comes again', () =>
  onScreen('admin', '/scadenze', async (world) => {
    const [one] = await world.db
      .insert(expirations)
      .values({ type: 'terra', message: 'Messa a terra di prova', date: '2020-01-10', periodicity: 'biennial' })
      .returning()
    await world.open('/scadenze?search=terra%20di%20prova')
    await screen.findByRole('link', { name: 'Messa a terra di prova' })
    expect(cells()[0]!.join(' ')).toMatch(/Scaduta.*10\/01\/2020.*Tutta la rete/)
    await world.user.click(screen.getByRole('link', { name: 'Messa a terra di prova' }))
    await world.user.click(await screen.findByRole('button', { name: 'Completa' }))
    await screen.findByText(`Prossima scadenza: ${italian(addMonths(today(), 24))}`)
    await world.user.click(screen.getByRole('checkbox', { name: 'Mantieni la cadenza originale' }))
    await screen.findByText('Prossima scadenza: 10/01/2022')
    await world.user.click(screen.getAllByRole('button', { name: 'Completa' }).at(-1)!)
    await screen.findByText('Scadenza completata')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await world.db.select().from(expirations).where(eq(expirations.parent_id, one!.id))).toMatchObject([
      { date: '2022-01-10', status: 'open' },
    ])
    expect(screen.getByRole('button', { name: 'Riapri' })).toBeDefined()
  }))

test('a kind brings how often it comes again; who only reads is offered nothing to do', async () => {
  await onScreen('admin', '/scadenze?modulo=nuovo', async (world) => {
    await world.user.click(await screen.findByRole('combobox', { name: /Tipo/ }))
    await world.user.click(await screen.findByRole('option', { name: 'Prevenzione incendi' }))
    expect((screen.getByRole('combobox', { name: /Periodicità/ }) as HTMLInputElement).value).toBe('Quinquennale')
    expect((screen.getByRole('textbox', { name: /Descrizione/ }) as HTMLInputElement).value).toBe('Prevenzione incendi')
  })
  await onScreen('lettura.rete', '/scadenze', async () => {
    await screen.findByRole('heading', { name: /Scadenze/ })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Nuova scadenza' })).toBeNull())
  })
})
