// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/content/drivers/UploadDialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeStation } from '../../api/support/fixtures.ts'
import type { World } from '../../api/support/world.ts'
import { paper } from '../../resources/files.ts'
import { onScreen } from '../support/world.tsx'

async function oneFile({ db, as }: World) {
  const { id } = await makeStation(db, { code: 'ZA1', name: 'Zeta', city: 'Forlì' })
  const boss = await as('sup.autisti')
  await boss.upload('/support/document/upload', [paper], { station_id: String(id), category: 'adr' })
}

test('a driver pins a file and opens it without a network', () =>
  onScreen(
    'autista',
    '/autisti',
    async ({ user, network, open }) => {
      const place = within(await screen.findByRole('region', { name: 'ZA1 Zeta' }))
      expect(place.getByRole('link', { name: 'Indicazioni: ZA1 Zeta' }).getAttribute('href')).toContain('google.com/maps/dir')
      expect(screen.queryByRole('button', { name: 'Carica file' })).toBeNull()
      expect(screen.queryByRole('button', { name: 'Elimina uno.pdf' })).toBeNull()
      await user.click(place.getByRole('button', { name: 'Tieni sul dispositivo uno.pdf' }))
      await place.findByText('Sul dispositivo')
      network.down = true
      await open('/dashboard')
      await open('/autisti?search=zeta')
      await user.click(await screen.findByRole('button', { name: 'Apri uno.pdf' }))
      await screen.findByRole('dialog', { name: 'uno.pdf' })
      await user.keyboard('{Escape}')
      network.down = false
      await user.click(await screen.findByRole('button', { name: 'Togli dal dispositivo uno.pdf' }))
      await waitFor(() => expect(screen.queryByText('Sul dispositivo')).toBeNull())
    },
    oneFile,
  ))

test('a supervisor uploads for a station and deletes', () =>
  onScreen(
    'sup.autisti',
    '/autisti',
    async ({ user, network }) => {
      await user.click(await screen.findByRole('button', { name: 'Carica file' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Carica file' }))
      await user.click(dialog.getByRole('button', { name: 'Carica' }))
      await screen.findByText('Assicurati di aver selezionato un file')
      const file = new File([new Uint8Array(paper.bytes)], 'due.pdf', { type: 'application/pdf' })
      await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
      await user.click(dialog.getByRole('button', { name: 'Carica' }))
      await screen.findByText('File caricato')
      await screen.findByText('due.pdf')
      // What is for every driver stands first.
      const titles = () => screen.getAllByRole('region').map((one) => one.getAttribute('aria-label') ?? '')
      await waitFor(() =>
        expect(titles().filter((title) => /^ZA1|^Per tutti/.test(title))).toEqual(['Per tutti i punti vendita', 'ZA1 Zeta']),
      )
      await user.click(await screen.findByRole('button', { name: 'Elimina due.pdf' }))
      await user.click(await screen.findByRole('button', { name: 'Elimina' }))
      await waitFor(() => expect(screen.queryByText('due.pdf')).toBeNull())
      expect(network.asked.filter((one) => !one.startsWith('GET') && one.includes('/support/document'))).toEqual([
        'POST /api/v1/support/document/upload',
        expect.stringMatching(/^DELETE \/api\/v1\/support\/document\/\d+$/),
      ])
    },
    oneFile,
  ))
