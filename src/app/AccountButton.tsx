import type { Profile } from '../lib/device.ts'
import { Initials } from './Initials.tsx'
import { useFetched } from './use-fetched.ts'

/** Button of the account menu; the menu is fetched with the first tap. */
export function AccountButton({ user, leave }: { user: Profile; leave: () => void }) {
  const [Menu, fetch] = useFetched(
    () => import('./AccountMenu.tsx').then(({ AccountMenu }) => AccountMenu),
    'Il menu non si apre adesso: riprova quando la rete torna.',
  )
  return Menu ? <Menu user={user} leave={leave} /> : <Initials name={user.name} onClick={fetch} />
}
