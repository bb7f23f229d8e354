// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openLocalEditor } from '../../../src/features/inspections/editor.ts'
import { startInspection } from '../../../src/features/inspections/start.ts'
import { session } from '../../../src/lib/session.ts'
import { makeModel } from '../../api/support/inspection-fixtures.ts'
import { engineOf, forTheField } from '../support/device.ts'
import { onScreen } from '../support/world.tsx'

test('a photo that the office cannot read is named, and leads to its question from Invii and from the verifica', () =>
  onScreen('ispettore', '/utenti/profilo', async ({ as, user, open, address }) => {
    const kept = await forTheField(await makeModel(await as('admin'), 'ROTTA'))
    const uuid = await startInspection(kept.model, kept.station, null)
    const editor = (await openLocalEditor(uuid))!
    editor.answer('q_ok', { v: 'si' })
    editor.answer('q_bad', { v: 'si' })
    const bytes = new TextEncoder().encode('no picture').buffer
    await editor.addPhoto('q_photo', 'v', { bytes, mime: 'image/jpeg', thumbnail: bytes })
    await editor.complete()
    editor.close()
    await engineOf(session.get().user!.id).wake('user')
    const words = /^Non accettato \(una foto\): /

    await open(`/verifiche/${uuid}`)
    await user.click(await screen.findByRole('button', { name: words }))
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Domanda q_photo'))

    await open('/invii')
    await screen.findByText(words)
    await user.click(screen.getByRole('link', { name: 'Correggi' }))
    await waitFor(() => expect(address()).toBe(`/verifiche/${uuid}?q=q_photo`))
  }))

/** The real server's answer to a completion that lacks something, on the device that sent it. */
test('each thing the office found missing leads to its question, from Invii and from the verifica itself', () =>
  onScreen('ispettore', '/utenti/profilo', async ({ as, user, open, address }) => {
    const kept = await forTheField(await makeModel(await as('admin'), 'JUMP'))
    const uuid = await startInspection(kept.model, kept.station, null)
    const editor = (await openLocalEditor(uuid))!
    editor.answer('q_photo', { note: 'x' })
    await editor.complete()
    const engine = engineOf(session.get().user!.id)
    await engine.wake('user')
    const [, refused] = await engine.list()
    expect(refused).toMatchObject({
      state: 'needs-fix',
      lastError: { message: 'Domanda q_ok: Manca la risposta., Domanda q_bad: Manca la risposta.' },
    })

    await open(`/verifiche/${uuid}`)
    await user.click(await screen.findByRole('button', { name: 'Domanda q_bad: Manca la risposta.' }))
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Domanda q_bad'))

    await editor.complete()
    await engine.wake('user')
    await open('/invii')
    await user.click(await screen.findByRole('link', { name: 'Domanda q_ok: Manca la risposta.' }))
    await waitFor(() => expect(address()).toBe(`/verifiche/${uuid}?q=q_ok`))
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Domanda q_ok'))
    editor.close()
    await editor.sync()
  }))
