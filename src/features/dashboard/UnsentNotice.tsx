import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useOutbox } from '../../outbox/use-outbox.ts'

/** How much is still only on this device. */
export function UnsentNotice() {
  const unsent = useOutbox()?.filter((item) => item.state !== 'sent').length
  if (!unsent) return null
  return (
    <Alert color="amber">
      {unsent === 1 ? 'Un’operazione aspetta' : `${unsent} operazioni aspettano`} di partire da questo dispositivo.{' '}
      <Anchor component={Link} to="/invii">
        Vedi gli invii
      </Anchor>
    </Alert>
  )
}
