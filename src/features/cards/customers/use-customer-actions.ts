import { customers } from '../../../contract/cards/customers.ts'
import type { RowAction } from '../../../crud/list/columns.ts'
import { count } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { useSend } from '../../../lib/query.ts'
import { useCan } from '../../../lib/session.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { IconCircleCheck, IconKey, IconLock, IconUser } from '../../../ui/icons.tsx'
import type { Customer } from './customer-status.ts'

/** The password has changed all the same: whoever asked has to know that nobody has read the new one. */
const told = ({ credentials_sent_at }: Customer) => {
  if (!credentials_sent_at)
    notify.warning('Credenziali non inviate: SMTP non configurato. L’email è stata salvata nella cartella di uscita del server.')
}
/** What may be done with a customer now, beside changing and deleting it. */
export function useCustomerActions(): (customer: Customer) => RowAction[] {
  const may = useCan()(customers.activateOne.policy)
  const confirm = useConfirm()
  const activate = useSend(customers.activateOne)
  const deactivate = useSend(customers.deactivateOne)
  const account = useSend(customers.account)
  const reset = useSend(customers.reset)
  return ({ id, active, denomination, cards_active, username, email }) => {
    if (!may) return []
    const stop = async () => {
      const cards = cards_active === 1 ? 'Verrà sospesa 1 tessera attiva' : `Verranno sospese ${count(cards_active)} tessere attive`
      const message = `${cards_active ? `${cards} e il portale` : 'Il portale'} di ${denomination} verrà chiuso. Riattivando il cliente tutto torna come prima.`
      if (await confirm({ title: 'Disattivare il cliente?', message, confirm: 'Disattiva', danger: true })) deactivate.mutate({ id })
    }
    const renew = async () => {
      const message = `La password attuale di ${username} smette di valere: viene preparata un’email con la nuova per ${email}. Al primo accesso va cambiata.`
      if (await confirm({ title: 'Reimpostare gli accessi?', message, confirm: 'Reset accessi' })) reset.mutate({ id }, { onSuccess: told })
    }
    const open = async () => {
      const message = `Viene preparata un’email con utente e password per ${email}.`
      if (await confirm({ title: 'Generare l’account del portale?', message, confirm: 'Genera account' }))
        account.mutate({ id }, { onSuccess: told })
    }
    return [
      active
        ? { label: 'Disattiva', icon: IconLock, onSelect: stop }
        : { label: 'Attiva', icon: IconCircleCheck, onSelect: () => activate.mutate({ id }) },
      ...(active && email && !username ? [{ label: 'Genera account', icon: IconUser, onSelect: open }] : []),
      ...(active && email && username ? [{ label: 'Reset accessi', icon: IconKey, onSelect: renew }] : []),
    ]
  }
}
