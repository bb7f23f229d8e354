import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { auth } from '../../../contract/kernel/auth.ts'
import { query } from '../../../lib/query.ts'

/** In the demonstration, the people one may sign in as; nothing anywhere else. */
export function DemoAccounts({ onChoose }: { onChoose: (account: { email: string; password: string }) => void }) {
  const { data } = useQuery(query(auth.demo, {}, true))
  if (!data) return null
  return (
    <NativeSelect
      label="Ambiente dimostrativo"
      description={`Scegli una persona, oppure scrivi il suo indirizzo. La password di tutti è ${data.password}`}
      data={[
        { value: '', label: 'Scegli chi sei' },
        ...data.accounts.map(({ email, name, can }) => ({ value: email, label: `${name}: ${can}` })),
      ]}
      onChange={({ currentTarget: { value: email } }) => email && onChoose({ email, password: data.password })}
    />
  )
}
