// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { client_errors } from '../../../server/db/schema/core/client-errors.ts'
import '../../../src/lib/error-reports.ts'
import { banks } from '../../../src/contract/banks/banks.ts'
import { DownloadButton } from '../../../src/crud/import/DownloadButton.tsx'
import { connection } from '../../../src/lib/online.ts'
import { reportError } from '../../../src/lib/report-error.ts'
import { onPage, onScreen, type Screen } from '../support/world.tsx'

// @alone: what is told is counted by the minute, from the beginning of the process.
vi.stubGlobal('__VERSION__', 'prova-1')
const rows = ({ db }: Screen) => db.select().from(client_errors).orderBy(client_errors.id)

test('a failed download says so and is told once; what is told waits for the network', () =>
  onPage(
    'contabilita',
    () => (
      <DownloadButton source={banks.file} input={{ id: 999_999, fileId: 7 }}>
        Scarica
      </DownloadButton>
    ),
    async (world) => {
      connection.set('online')
      const told = () => world.network.asked.filter((asked) => asked === 'POST /api/v1/client-errors')
      world.network.instead = (_, url) =>
        url.includes('/files/') ? Response.json({ message: 'Archivio di mario@example.it illeggibile' }, { status: 500 }) : undefined
      await world.user.click(screen.getByRole('button', { name: 'Scarica' }))
      await screen.findByText('Archivio di mario@example.it illeggibile')
      await waitFor(async () =>
        expect(await rows(world)).toMatchObject([
          { kind: 'download', message: 'banks.file: 500: Archivio di [email] illeggibile', page: '/', app_version: 'prova-1' },
        ]),
      )
      // The same again is not another one.
      await world.user.click(screen.getByRole('button', { name: 'Scarica' }))
      await waitFor(() => expect(world.network.asked.filter((asked) => asked.includes('/files/'))).toHaveLength(2))
      expect(told()).toHaveLength(1)

      connection.set('offline')
      for (let n = 0; n < 15; n++) reportError('error', new TypeError(`numero ${n}`))
      reportError('rejection', new DOMException('x', 'AbortError'))
      await new Promise((done) => setTimeout(done, 50))
      expect(told()).toHaveLength(1)
      connection.set('online')
      // Ten a minute, the download among them.
      await waitFor(async () => expect(await rows(world)).toHaveLength(10))
      expect((await rows(world)).slice(1).map(({ message }) => message)).toEqual([...Array(9).keys()].map((n) => `TypeError: numero ${n}`))
    },
  ))

test('the administrator reads them under Impostazioni, Errori', () =>
  onScreen(
    'admin',
    '/impostazioni?scheda=errori',
    async () => {
      await screen.findByText('banks.file: 404')
      expect(screen.getByRole('tab', { name: 'Errori' }).getAttribute('aria-selected')).toBe('true')
      screen.getByText('Download non riuscito')
    },
    async ({ as }) => {
      const ivan = await as('ispettore')
      await ivan.post('/client-errors', { kind: 'download', message: 'banks.file: 404', page: '/stazioni/banche/7', app_version: 'v1' })
    },
  ))
