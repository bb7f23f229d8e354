import { Group } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { firstPaint } from '../../../lib/first-paint.ts'
import { useCan } from '../../../lib/session.ts'
import { LinkButton } from '../../../ui/links.tsx'

/** What is begun from here. */
export function QuickActions() {
  const can = useCan()
  const router = useRouter()
  const inspects = can('insp.read')
  useEffect(() => {
    // What is asked for next, more often than not; once the page stands, and not where data are dear.
    if (inspects && router.options.defaultPreload) void firstPaint.then(() => router.preloadRoute({ to: '/verifiche' }))
  }, [inspects, router])
  const verifies = can('insp')
  const prices = can('prices.write')
  const opens = can('tickets.open')
  // Of a tank, chosen there.
  const tanks = can('net.write')
  if (!verifies && !prices && !tanks && !opens) return null
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
      {tanks && (
        <LinkButton to="/stazioni/cisterne/{-$id}" params={{ id: undefined }} variant="default">
          Nuovo intervento
        </LinkButton>
      )}
    </Group>
  )
}
