// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/stations/StationReport.tsx'
import { read, utils } from '@e965/xlsx'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { makeStation } from '../../api/support/fixtures.ts'
import { cells, onScreen, openFilter } from '../support/world.tsx'

test('columns and filters follow the rights; the report covers the filtered list with the chosen sheets and columns', async () => {
  await onScreen(
    'admin',
    '/stazioni?search=prova+zz',
    async ({ user }) => {
      await waitFor(() =>
        expect(cells().map((row) => row.slice(0, 6))).toEqual([
          ['ZZ1', 'Prova ZZ1', 'Fidenza (PR)', 'Q8', 'Self · Servito', 'Attivo'],
          ['ZZ2', 'Prova ZZ2', 'Fidenza (PR)', 'Tamoil', 'Servito · GPL', 'In apertura'],
        ]),
      )
      await openFilter(user, 'Bandiera')
      await user.click(await screen.findByRole('combobox', { name: 'Bandiera' }))
      await user.click(await screen.findByRole('option', { name: /^Tamoil/ }))
      await user.keyboard('{Escape}')
      await waitFor(() => expect(cells()).toHaveLength(1))

      const saved: File[] = []
      const urls = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${saved.push(file as File)}`)
      const clicks = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
      await user.click(screen.getByRole('button', { name: 'Report Excel' }))
      await screen.findByRole('dialog', { name: 'Report Excel' })
      await user.click(screen.getByRole('button', { name: 'Nessuna' }))
      await screen.findByText('Scegli almeno una colonna.')
      await user.click(screen.getByRole('button', { name: 'Scarica' }))
      expect(saved).toHaveLength(0)
      await user.click(screen.getByRole('checkbox', { name: 'Nome' }))
      await user.click(screen.getByRole('checkbox', { name: 'Codice P.V.' }))
      for (const name of ['Prezzi', 'Attrezzature', 'Cisterne', 'Estintori', 'Reti', 'Bollette'])
        await user.click(screen.getByRole('checkbox', { name }))
      await user.click(screen.getByRole('button', { name: 'Scarica' }))
      await waitFor(() => expect(saved).toHaveLength(1))
      expect(saved[0]!.name).toMatch(/^report_punti_vendita_\d{8}\.xlsx$/)
      const book = read(new Uint8Array(await saved[0]!.arrayBuffer()))
      expect(book.SheetNames).toEqual(['Punti vendita', 'Carburanti'])
      expect(utils.sheet_to_json(book.Sheets['Punti vendita']!, { header: 1 })).toEqual([
        ['Codice P.V.', 'Nome'],
        ['ZZ2', 'Prova ZZ2'],
      ])
      await screen.findByText('Download effettuato.')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      urls.mockRestore()
      clicks.mockRestore()
    },
    async ({ db }) => {
      await makeStation(db, { code: 'ZZ1' })
      await makeStation(db, { code: 'ZZ2', brand: 'Tamoil', self: false, selfGPL: true, status: 'opening' })
    },
  )
  await onScreen('autista', '/stazioni', async ({ user }) => {
    await screen.findByRole('table')
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).not.toContain('Bandiera')
    expect(screen.queryByRole('button', { name: 'Report Excel' })).toBeNull()
    await openFilter(user, 'Provincia')
    expect(screen.queryByRole('tab', { name: 'Bandiera' })).toBeNull()
    // A code finds its province before the names that hold these letters.
    await user.type(screen.getByRole('combobox', { name: 'Provincia' }), 've')
    expect((await screen.findAllByRole('option')).slice(0, 2).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Venezia \(VE\) · \d+$/),
      expect.stringMatching(/^Avellino \(AV\) · \d+$/),
    ])
  })
})
