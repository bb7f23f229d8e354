// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { onScreen } from '../support/world.tsx'

const NONE = 'Nessun punto vendita assegnato. Contatta il responsabile di rete.'
const offered = () => screen.queryByRole('link', { name: 'Nuovo punto vendita' })

test('a person limited to granted stations who has none is told whom to ask and cannot create one', () =>
  onScreen(
    'stazione',
    '/stazioni',
    async ({ open }) => {
      await screen.findByText(NONE)
      expect(offered()).toBeNull()
      await open('/stazioni/info')
      await screen.findByText(NONE)
      await open('/stazioni/nuova')
      await screen.findByText('Non hai le autorizzazioni necessari per visualizzare questa pagina')
    },
    async ({ db }) => void (await db.delete(station_acl)),
  ))

test('a person who sees all stations can create one', () =>
  onScreen(
    'stazione',
    '/stazioni',
    async () => {
      await waitFor(() => expect(offered()).not.toBeNull())
      expect(screen.queryByText(NONE)).toBeNull()
    },
    async ({ db }) => void (await db.update(users).set({ all_stations: true })),
  ))
