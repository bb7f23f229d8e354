import { useMe } from '../../lib/session.ts'
import { mayCreateStations } from '../../rules/stations/access.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconGasStation, IconUpload } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/links.tsx'

/** A network without stations, for who may bring them; for the others none is theirs. */
export const NoStations = () =>
  mayCreateStations(useMe()) ? (
    <EmptyState
      icon={IconGasStation}
      message="Qui compaiono i punti vendita della rete."
      action={
        <LinkButton to="/stazioni/importa" leftSection={<IconUpload />}>
          Importa punti vendita
        </LinkButton>
      }
    />
  ) : (
    <EmptyState icon={IconGasStation} message="Nessun punto vendita assegnato. Contatta il responsabile di rete." />
  )
