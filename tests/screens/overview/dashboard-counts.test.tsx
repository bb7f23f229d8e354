// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openedBy } from '../../api/support/ticket-fixtures.ts'
import { onScreen } from '../support/world.tsx'

/** The figures of the page that lead somewhere. */
const figures = () =>
  [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].flatMap((link) => {
    const [label, figure] = [...link.querySelectorAll('p')].map((one) => one.textContent!)
    return label && /^[\d.]+$/.test(figure ?? '') ? [{ label, figure: figure!, href: link.getAttribute('href')! }] : []
  })

test.each(['admin', 'helpdesk', 'sup.ticket', 'stazione', 'rete', 'contabilita'])(
  'each figure of the dashboard of %s is the number of rows of the list that it leads to',
  (name) =>
    onScreen(name, '/utenti/profilo', async (world) => {
      const [sara, boss] = [await world.as('solo.ticket'), await world.as('sup.ticket')]
      for (const subject of ['Uno', 'Due', 'Tre']) await openedBy(world, sara, { subject })
      const mine = await openedBy(world, await world.as('stazione'))
      await boss.post(`/support/ticket/${mine.y}/${mine.n}/assign`, { user_id: boss.user_id })
      await world.open('/dashboard')
      await screen.findByRole('heading', { level: 1 })
      await waitFor(() => {
        expect(document.querySelector('main .skeleton')).toBeNull()
        expect(figures().length).toBeGreaterThan(0)
      })
      const shown = figures()
      for (const { label, figure, href } of shown) {
        await world.open(href)
        await waitFor(() =>
          expect(screen.getByRole('heading', { level: 1 }).textContent, `${label}: ${href}`).toMatch(new RegExp(` · ${figure}$`)),
        )
      }
    }),
)
