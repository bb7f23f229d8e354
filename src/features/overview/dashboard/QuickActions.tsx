import { Group } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { stationRoles } from '../../../contract/kernel/roles.ts'
import { firstPaint } from '../../../lib/first-paint.ts'
import { useCan, useMe } from '../../../lib/session.ts'
import { LinkButton } from '../../../ui/links.tsx'

/** Actions that begin on the dashboard. */
export function QuickActions() {
  const can = useCan()
  const router = useRouter()
  const inspects = can('insp.read')
  useEffect(() => {
    // The likely next pages are prefetched once this page stands, and not on a metered connection.
    if (inspects && router.options.defaultPreload) void firstPaint.then(() => router.preloadRoute({ to: '/verifiche' }))
  }, [inspects, router])
  const verifies = can('insp')
  const prices = can('prices.write')
  const opens = can('tickets.open')
  // The tank is chosen on its page; who works at a station has the button beside its tanks.
  const { roles } = useMe()
  const tanks = can('tanks.maintain') && !roles.some((role) => stationRoles.includes(role))
  const drives = can('driver.read')
  const tells = can('comm.write')
  const contacts = can('contacts.read')
  const orders = can('eco.order')
  const vouchers = can('coupons.write')
  const requests = can('gpl.write')
  if (![verifies, prices, tanks, opens, drives, tells, contacts, orders, vouchers, requests].some(Boolean)) return null
  return (
    <Group component="nav" aria-label="Azioni rapide">
      {verifies && (
        <>
          <LinkButton to="/verifiche" search={{ nuova: 'avvia' }}>
            Nuova verifica
          </LinkButton>
          <LinkButton to="/verifiche" variant="default">
            Vai alle verifiche
          </LinkButton>
        </>
      )}
      {opens && (
        <LinkButton to="/tickets/$slug/{-$id}" params={{ slug: 'nuovo', id: undefined }} variant={verifies ? 'default' : 'filled'}>
          Apri ticket
        </LinkButton>
      )}
      {prices && (
        <LinkButton to="/prezzi" variant={verifies || opens ? 'default' : 'filled'}>
          Nuovo prezzo
        </LinkButton>
      )}
      {tells && (
        <LinkButton to="/comunicazioni" search={{ modulo: 'nuovo' }} variant={verifies || opens || prices ? 'default' : 'filled'}>
          Nuovo messaggio
        </LinkButton>
      )}
      {drives && (
        <LinkButton to="/autisti" variant={verifies || opens || prices || tells ? 'default' : 'filled'}>
          File autisti
        </LinkButton>
      )}
      {contacts && (
        <LinkButton to="/contatti-utili" variant="default">
          Contatti utili
        </LinkButton>
      )}
      {orders && (
        <LinkButton
          to="/intracommerce/ordine/{-$id}"
          params={{ id: undefined }}
          variant={verifies || opens || prices ? 'default' : 'filled'}
        >
          Nuovo ordine
        </LinkButton>
      )}
      {tanks && (
        <LinkButton to="/stazioni/cisterne/{-$id}" params={{ id: undefined }} variant="default">
          Nuovo intervento
        </LinkButton>
      )}
      {vouchers && (
        <LinkButton to="/coupons/nuovo" variant={verifies || opens || prices ? 'default' : 'filled'}>
          Nuovo ordine buoni
        </LinkButton>
      )}
      {requests && (
        <LinkButton
          to="/richieste-carte-gpl/{-$id}"
          params={{ id: undefined }}
          search={{ modulo: 'nuovo' }}
          variant={verifies || opens || prices || vouchers ? 'default' : 'filled'}
        >
          Nuova richiesta GPL
        </LinkButton>
      )}
    </Group>
  )
}
