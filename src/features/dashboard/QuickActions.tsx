import { Group } from '@mantine/core'
import { useCan } from '../../lib/session.ts'
import { LinkButton } from '../../ui/links.tsx'

/** What the person may start from here, by policy and whatever the menu shows. */
export function QuickActions() {
  const can = useCan()
  return (
    <Group component="nav" aria-label="Azioni rapide">
      {can('insp') && (
        <>
          <LinkButton to="/verifiche" search={{ nuova: 'avvia' }}>
            Nuova verifica
          </LinkButton>
          <LinkButton to="/verifiche" variant="default">
            Vai alle verifiche
          </LinkButton>
        </>
      )}
      {can('insp.read') && !can('insp') && (
        <LinkButton to="/verifiche" variant="default">
          Verifiche della rete
        </LinkButton>
      )}
      {can('banks.read') && (
        <LinkButton to="/stazioni/banche/{-$id}" params={{ id: undefined }} variant="default">
          Banche
        </LinkButton>
      )}
    </Group>
  )
}
