// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { makeStation } from '../../api/support/fixtures.ts'
import { onScreen } from '../support/world.tsx'

const sheet = (...lines: string[]) =>
  new File([`\ufeffCodice P.V.;Nome;Indirizzo;CAP;Città;Provincia\r\n${lines.join('\r\n')}\r\n`], 'rete.csv', { type: 'text/csv' })
const tab = (name: RegExp) => screen.getByRole('radio', { name })
const choose = (file: File) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  return { input, file }
}

test('a sheet is checked, corrected in place, and imported as a job whose page opens', () =>
  onScreen(
    'admin',
    '/stazioni/importa',
    async (world) => {
      await screen.findByRole('heading', { level: 1, name: 'Importa punti vendita' })
      const { input, file } = choose(sheet('ZK01;Nuova;Via A 1;4303;Fidenza;PR', 'ZK02;Altro nome;;;;', 'ZK03;Prova ZK03;;;;'))
      await world.user.upload(input, file)
      const wrong = await screen.findByRole('textbox', { name: 'CAP, riga 2' })
      expect(screen.getByText('Il CAP deve essere di 5 cifre.')).toBeTruthy()
      expect(['Errore', 'Nuovo', 'Modificato', 'Uguale'].map((name) => tab(new RegExp(`^${name} · \\d`)).getAttribute('value'))).toEqual([
        ...['errore', 'nuovo', 'modificato', 'uguale'],
      ])
      const go = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Importa / })
      expect(go().textContent).toBe('Importa 1 riga')

      await world.user.clear(wrong)
      await world.user.type(wrong, '43036')
      // Corrected values are checked again before anything is written.
      expect(go().disabled).toBe(true)
      await world.user.click(screen.getByRole('button', { name: 'Ricontrolla' }))
      await screen.findByText('Importa 2 righe')
      expect(screen.queryByRole('textbox')).toBeNull()
      await world.user.click(tab(/^Modificato/))
      const line = (await screen.findByText('Riga 3')).closest('li')!
      expect(within(line).getByText(/^Nome:/).textContent).toBe('Nome: Prova ZK02 → Altro nome')

      await world.user.click(go())
      await waitFor(() => expect(world.address()).toMatch(/^\/storico-job\/\d+$/))
      await world.runs()
      const [made] = await world.db.select().from(stations).where(eq(stations.code, 'ZK01'))
      expect(made).toMatchObject({ name: 'Nuova', cap: '43036' })
    },
    async ({ db }) => {
      for (const code of ['ZK02', 'ZK03']) await makeStation(db, { code, owned: false, hasRent: false })
    },
  ))

test('without the right to create stations there is no "Importa" and no page', () =>
  onScreen('rete', '/stazioni', async (world) => {
    await screen.findByRole('heading', { level: 1, name: /^Stazioni/ })
    expect(screen.queryByRole('link', { name: 'Importa' })).toBeNull()
    await world.open('/stazioni/importa')
    await screen.findByText(/Non hai le autorizzazioni/)
    expect(screen.queryByRole('button', { name: 'Scegli il file' })).toBeNull()
  }))

test('a file that is no sheet is refused, and another can be chosen at once', () =>
  onScreen('admin', '/stazioni/importa', async (world) => {
    await screen.findByRole('heading', { level: 1, name: 'Importa punti vendita' })
    const { input } = choose(sheet())
    await world.user.upload(input, new File(['PK non è'], 'rete.xlsx'))
    await screen.findByText(/non è un foglio di calcolo leggibile/)
    await world.user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, sheet('ZK09;Nuova;Via A 1;43036;Fidenza;PR'))
    await screen.findByText('Importa 1 riga')
    expect(screen.queryByText(/non è un foglio di calcolo leggibile/)).toBeNull()
  }))

test('a line with an error that is left out stands on the page of the job with its reason, and is not tried again', () =>
  onScreen('admin', '/stazioni/importa', async (world) => {
    await screen.findByRole('heading', { level: 1, name: 'Importa punti vendita' })
    const { input, file } = choose(
      sheet('ZK04;Prima;Via A 1;43036;Fidenza;PR', 'ZK05;Sbagliata;Via A 2;4303;Fidenza;PR', 'ZK06;Ultima;Via A 3;43036;Fidenza;PR'),
    )
    await world.user.upload(input, file)
    await world.user.click(await screen.findByRole('button', { name: 'Importa 2 righe' }))
    await waitFor(() => expect(world.address()).toMatch(/^\/storico-job\/\d+$/))
    await world.runs()
    await screen.findByText('Righe: 3 di 3 · Errori: 1')
    const row = (await screen.findByRole('cell', { name: 'Riga 3 · ZK05 Sbagliata' })).closest('tr')!
    expect(within(row).getByText('Errore')).toBeTruthy()
    expect(within(row).getByText('Non importata: Il CAP deve essere di 5 cifre.')).toBeTruthy()
    for (const code of ['ZK04', 'ZK06']) expect(await world.db.$count(stations, eq(stations.code, code)), code).toBe(1)
    expect(await world.db.$count(stations, eq(stations.code, 'ZK05'))).toBe(0)
    expect(screen.getByRole('button', { name: 'Ripristina' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Riprova le righe fallite' })).toBeNull()
  }))
