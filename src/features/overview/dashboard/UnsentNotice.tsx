import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { summaryOf } from '../../../outbox/summary.ts'
import { useWorks } from '../../../outbox/use-outbox.ts'

/** How much is still only on this device, and what of it needs the person. */
export function UnsentNotice() {
  const { unsent, stuck, old } = summaryOf(useWorks() ?? [], Date.now())
  if (!unsent) return null
  const waiting = unsent - stuck
  return (
    <Alert color={stuck ? 'red' : 'amber'} p="xs">
      Su questo dispositivo: {[waiting && `${waiting} da inviare`, stuck && `${stuck} da sistemare`].filter(Boolean).join(', ')}
      {old > 0 && `; ${old === unsent ? '' : `${old} `}da più di un giorno`}.{' '}
      <Anchor component={Link} to="/invii">
        Vedi gli invii
      </Anchor>
    </Alert>
  )
}
