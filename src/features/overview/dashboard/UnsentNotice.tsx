import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { summaryOf } from '../../../outbox/summary.ts'
import { useWorks } from '../../../outbox/use-outbox.ts'

/** How much is still only on this device, and what of it needs the person. */
export function UnsentNotice() {
  const { unsent, stuck, old } = summaryOf(useWorks() ?? [], Date.now())
  if (!unsent) return null
  return (
    <Alert color={stuck ? 'red' : 'amber'} p="xs">
      {unsent} da inviare da questo dispositivo
      {old > 0 && `, ${old === unsent ? '' : `${old} `}da più di un giorno`}
      {stuck > 0 && `; ${stuck} da sistemare`}.{' '}
      <Anchor component={Link} to="/invii">
        Vedi gli invii
      </Anchor>
    </Alert>
  )
}
