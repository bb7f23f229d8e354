import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { summaryOf } from '../../outbox/summary.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'

/** How much is still only on this device, and what of it needs the person. */
export function UnsentNotice() {
  const { unsent, stuck, old } = summaryOf(useOutbox() ?? [], Date.now())
  if (!unsent) return null
  return (
    <Alert color={stuck ? 'red' : 'amber'}>
      {unsent === 1 ? 'Un’operazione aspetta' : `${unsent} operazioni aspettano`} di partire da questo dispositivo
      {old > 0 && `, ${old === unsent ? '' : `${old} `}da più di un giorno`}
      {stuck > 0 && `; ${stuck === 1 ? 'una ha' : `${stuck} hanno`} bisogno di te`}.{' '}
      <Anchor component={Link} to="/invii">
        Vedi gli invii
      </Anchor>
    </Alert>
  )
}
