// @vitest-environment jsdom
// @alone: a verifica that is open at the end is kept in memory, and would be written for the next test of the same person.
import '../../setup-dom.ts'
import '../../../src/features/inspections/ModelUpdate.tsx'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openLocalEditor } from '../../../src/features/inspections/editor.ts'
import { loadLocal } from '../../../src/features/inspections/local-inspection.ts'
import { startInspection } from '../../../src/features/inspections/start.ts'
import { session } from '../../../src/lib/session.ts'
import { makeModel } from '../../api/support/inspection-fixtures.ts'
import { engineOf, forTheField } from '../support/device.ts'
import { onScreen } from '../support/world.tsx'

test('an open verifica goes on with the current model, also without a network: answers stay by key, what is lost is named, the server has the version', () =>
  onScreen('ispettore', '/utenti/profilo', async ({ as, user, open, network }) => {
    const admin = await as('admin')
    const author = await as('ispettore')
    const id = await makeModel(admin, 'NEWER')
    const first = await forTheField(id)
    const uuid = await startInspection(first.model, first.station, null)
    const editor = (await openLocalEditor(uuid))!
    editor.answer('q_ok', { v: 'si' })
    editor.answer('q_bad', { v: 'no' })
    await editor.flush()
    const engine = engineOf(session.get().user!.id)
    await engine.wake('user')

    const { rev, categories } = (await admin.get(`/inspection/model/${id}`)).body.data
    const [section] = categories
    const questions = [
      ...section.questions.filter(({ key }: { key: string }) => !['q_bad', 'q_why'].includes(key)),
      { key: 'q_new', label: 'Domanda nuova', type: 'yes_no' },
    ]
    const changed = await admin.put(`/inspection/model/${id}`, { rev, categories: [{ ...section, questions }] })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    await forTheField(id)
    network.down = true

    await open(`/verifiche/${uuid}`)
    await user.click(await screen.findByRole('button', { name: 'Aggiorna al modello corrente' }))
    await screen.findByText(/1 risposta resta al suo posto/)
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain('Domanda q_bad')
    await user.click(screen.getByRole('button', { name: 'Aggiorna' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Aggiorna al modello corrente' })).toBeNull())
    // The page's own editor saves it in its own time.
    const asked = async () => (await loadLocal(uuid))!.local.definition.categories[0]!.questions.map(({ key }) => key)
    await waitFor(async () => expect(await asked()).toContain('q_new'))
    editor.close()
    await editor.sync()
    const again = (await openLocalEditor(uuid))!
    expect(again.state.get().local.definition.categories[0]!.questions.map(({ key }) => key)).toContain('q_new')
    again.answer('q_new', { v: 'si' })
    await again.sync()
    network.down = false
    await waitFor(async () => {
      await engine.wake('user')
      expect((await engine.list()).every(({ state }) => state === 'sent')).toBe(true)
    })
    const saved = (await author.get(`/inspection/${uuid}`)).body.data
    expect(saved).toMatchObject({ model_version: 2, answers: { q_ok: { v: 'si' }, q_new: { v: 'si' } } })
    again.close()
    await again.sync()
  }))
